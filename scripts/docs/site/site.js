// What a page does beside being read: the theme, the menu of narrow windows, copying code, where one is on the page.

const root = document.documentElement
const KEY = 'abound-docs-theme'

document.querySelector('.theme').addEventListener('click', () => {
  const dark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.theme = dark ? 'light' : 'dark'
  try {
    localStorage.setItem(KEY, root.dataset.theme)
  } catch {
    // A browser may forbid it; then the choice holds for this page.
  }
})

const menu = document.querySelector('.menu')
const showMenu = (open) => {
  root.classList.toggle('menu-open', open)
  menu.setAttribute('aria-expanded', String(open))
}
menu.addEventListener('click', () => showMenu(!root.classList.contains('menu-open')))
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !root.classList.contains('menu-open')) return
  showMenu(false)
  menu.focus()
})

// The navigation stands where one sees the page one is at.
const current = document.querySelector('.pages [aria-current]')
if (current !== null) {
  const pages = document.querySelector('.pages')
  const below = current.offsetTop - pages.offsetTop - pages.clientHeight / 2
  if (below > 0) pages.scrollTop = below
}

for (const block of document.querySelectorAll('.code')) {
  const button = block.querySelector('.copy')
  button.addEventListener('click', async () => {
    const typed = [...block.querySelectorAll('.typed')]
    const text =
      typed.length > 0
        ? typed.map((line) => line.textContent).join('\n')
        : block.querySelector('code').textContent
    await navigator.clipboard.writeText(text.trimEnd())
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  })
}

const links = new Map(
  [...document.querySelectorAll('.contents a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]),
)
const heads = [...links.keys()].map((id) => document.getElementById(id)).filter((head) => head !== null)
function markPlace() {
  const passed = heads.filter((head) => head.getBoundingClientRect().top < 120)
  const at = passed.at(-1)
  for (const [id, link] of links) link.classList.toggle('here', id === at?.id)
}
if (heads.length > 0) {
  document.addEventListener('scroll', markPlace, { passive: true })
  markPlace()
}
