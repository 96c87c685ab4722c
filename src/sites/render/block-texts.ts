import { catalogue, type Language, type Texts } from '../../languages/catalogue.ts'

export const blockTexts = (locale: Language): Texts['blocks'] => catalogue[locale].blocks

/** The texts of what the script of the site adds to a page. */
const textsOfScript = ['copy', 'copied', 'showAll', 'showLess', 'enlarge', 'image', 'close', 'play'] as const

/** Returns the texts for the script of the site as attributes of an element, from which it reads them. */
export const scriptTexts = (locale: Language): Record<string, string> =>
  Object.fromEntries(
    textsOfScript.map((name) => [
      `data${name[0]?.toUpperCase()}${name.slice(1)}`,
      catalogue[locale].blocks[name],
    ]),
  )
