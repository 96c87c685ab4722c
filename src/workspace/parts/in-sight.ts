/** Scrolls a row of tabs, if it is wider than the screen, so that an element in it is in sight. It is a `ref` of the chosen one. */
export const inSight = (element: Element | null): void =>
  element?.scrollIntoView({ block: 'nearest', inline: 'center' })
