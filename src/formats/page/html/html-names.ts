import { html } from 'parse5'

const namesIn = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Elements that begin a block of HTML in Markdown, whatever follows their name. */
export const blockElementNames = namesIn(
  'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track ul',
)

/** Elements that are read as a whole. A blank line between their tags does not end them, as it ends other HTML. */
export const wholeElementNames = namesIn('table ul ol dl svg math canvas template')

/** Elements whose content is not text of the page. */
export const textlessElementNames = namesIn('script style svg math canvas template')

const stylesInCode = namesIn(
  'a abbr b big cite del em font i ins kbd mark q s samp small span strike sub sup tt u var',
)

/** Returns whether an element in preformatted text only styles it. */
export const isStyleInCode = (name: string): boolean => stylesInCode.has(name)

/** Elements that play something. */
export const playerNames = namesIn('video audio iframe object embed')

const htmlNames = new Set<string>(Object.values(html.TAG_NAMES))

/** Returns whether HTML, or a block of the page format in it, has an element of this name. */
export const isHtmlName = (name: string): boolean => htmlNames.has(name) || otherHtmlNames.has(name)

/** Elements that the parser of HTML treats as it treats unknown ones. */
const otherHtmlNames = namesIn(
  'abbr audio bdi bdo canvas cite data datalist del dfn ins kbd legend map mark meter output picture progress q samp slot time var video',
)
