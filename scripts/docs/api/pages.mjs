export function apiPages() {
  return [
    {
      address: 'api/index.html',
      title: 'API',
      group: 'API',
      weight: 1,
      html: '<h1>API</h1>',
      headings: [],
      sections: [],
    },
  ]
}
