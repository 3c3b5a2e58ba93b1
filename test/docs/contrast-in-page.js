// Which texts of a page are hard to read: those whose contrast with what is behind them is less than 4.5 (3 for large
// ones), WCAG 2 AA. The test has a page evaluate this file.

;(() => {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const ink = canvas.getContext('2d', { willReadFrequently: true })
  const parse = (colour) => {
    ink.clearRect(0, 0, 1, 1)
    ink.fillStyle = colour
    ink.fillRect(0, 0, 1, 1)
    return [...ink.getImageData(0, 0, 1, 1).data]
  }
  const light = (rgb) => {
    const [r, g, b] = rgb.map((value) => {
      const share = value / 255
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const behind = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor)
      if (colour[3] > 200) return colour
    }
    return [255, 255, 255, 255]
  }
  const found = new Set()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode() !== null) {
    const { parentElement: element, textContent } = texts.currentNode
    if (element === null || !textContent?.trim() || !element.checkVisibility({ opacityProperty: true }))
      continue
    const style = getComputedStyle(element)
    const isDrawn = element instanceof SVGElement
    const [a, b] = [light(parse(isDrawn ? style.fill : style.color)), light(behind(element))]
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
    const size = Number.parseFloat(style.fontSize)
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    if (ratio < (large ? 3 : 4.5))
      found.add(`${ratio.toFixed(2)} ${element.className}: ${textContent.trim().slice(0, 40)}`)
  }
  return [...found]
})()
