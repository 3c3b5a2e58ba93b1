// What stays while one goes from view to view: the text in Try, and the last one taught.

class Drafts {
  text = $state('')
  example = $state('')
}

export const drafts = new Drafts()
