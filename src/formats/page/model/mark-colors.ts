import type { ColorMark, MarkColor } from '../types.ts'

export const markColors = [
  'default',
  'green',
  'blue',
  'red',
  'orange',
  'yellow',
  'purple',
  '$primary',
  '$info',
  '$success',
  '$warning',
  '$danger',
] as const satisfies readonly MarkColor[]

const isMarkColor = (value: string | undefined): value is MarkColor =>
  markColors.some((color) => color === value)

/** Parses the `style` of `<mark>`. Returns undefined if it sets no supported color. */
export function readColor(style = ''): ColorMark | undefined {
  const values = new Map<string, string>()
  for (const declaration of style.split(';')) {
    const [property = '', value = ''] = declaration.split(':')
    values.set(property.trim().toLowerCase(), value.trim().toLowerCase())
  }
  const text = values.get('color')
  const background = values.get('background-color')
  if (!isMarkColor(text) && !isMarkColor(background)) return undefined
  const data = {
    text: isMarkColor(text) ? text : 'default',
    background: isMarkColor(background) ? background : 'default',
  } as const
  return { object: 'mark', type: 'color', data }
}

export function writeColor({ data }: ColorMark): string {
  const text = data.text === 'default' && data.background !== 'default' ? '' : `color:${data.text};`
  const background = data.background === 'default' ? '' : `background-color:${data.background};`
  return `<mark style="${text}${background}">`
}
