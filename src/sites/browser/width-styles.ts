/** Returns the class of a picture that takes so many percents of the width of the text. */
export const widthClass = (percents: number): string => `width-${percents}`

/** The stylesheet of these classes. */
export const widthStyles = Array.from(
  { length: 100 },
  (_, index) => `.${widthClass(index + 1)}{width:${index + 1}%}`,
).join('')
