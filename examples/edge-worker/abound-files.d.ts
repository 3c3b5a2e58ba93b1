declare module '*.abound' {
  const bytes: ArrayBuffer
  export default bytes
}
