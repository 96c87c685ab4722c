import type { Font, MonospaceFont } from '../../../modules/customizations/fonts.ts'
import type { Styling } from '../../../modules/customizations/settings.ts'
import { isFontName, siteFontOf } from '../../browser/site-fonts.ts'

type CustomFont = Exclude<Font | MonospaceFont, string>

const systemText = 'system-ui,-apple-system,"Segoe UI",sans-serif'
const systemSerif = 'Georgia,"Times New Roman",serif'
const systemCode = 'ui-monospace,SFMono-Regular,Menlo,Consolas,monospace'

type Fonts = Pick<Styling, 'font' | 'headingFont' | 'monospaceFont'>

/** Returns the values of `font-family` for texts, for headings with a font of their own, and for code. */
export const fontStack = ({ font, headingFont, monospaceFont }: Fonts) => ({
  text: textStack(font),
  heading: headingFont && textStack(headingFont),
  code: `${cssString(familyOf(monospaceFont))},${systemCode}`,
})

function textStack(font: Font): string {
  const isSerif = isFontName(font) && siteFontOf(font).isSerif
  return `${cssString(familyOf(font))},${isSerif ? systemSerif : systemText}`
}

const familyOf = (font: Font | MonospaceFont): string =>
  isFontName(font) ? siteFontOf(font).family : font.fontFamily

const customFonts = ({ font, headingFont = font, monospaceFont }: Fonts): CustomFont[] =>
  [...new Set([font, headingFont, monospaceFont])].filter((one): one is CustomFont => !isFontName(one))

/** Returns the faces of fonts that the customization defines. */
export const customFontFaces = (styling: Fonts): string =>
  customFonts(styling)
    .flatMap(({ fontFamily, fontFaces }) =>
      fontFaces.map(
        ({ weight, sources }) =>
          `@font-face{font-family:${cssString(fontFamily)};font-weight:${weight};font-display:swap;src:${sources.map(sourceOf).join(',')}}`,
      ),
    )
    .join('')

const sourceOf = ({ url, format }: CustomFont['fontFaces'][number]['sources'][number]) =>
  `url(${cssString(url)})${format ? ` format("${format}")` : ''}`

/** Returns the origins from which the fonts of the customization are loaded, besides that of the site. */
export const fontOrigins = (styling: Fonts): string[] => {
  const urls = customFonts(styling).flatMap(({ fontFaces }) =>
    fontFaces.flatMap(({ sources }) => sources.map(({ url }) => URL.parse(url))),
  )
  return [...new Set(urls.flatMap((url) => (url && /^https?:$/.test(url.protocol) ? [url.origin] : [])))]
}

/** Returns a string of CSS. Everything that could end the string, or the element around it, is escaped. */
const cssString = (text: string): string =>
  `"${text.replace(/[^\w \-./:?=&%,+~]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`
