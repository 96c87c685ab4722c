import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type {
  Font,
  fontNames,
  MonospaceFont,
  monospaceFontNames,
} from '../../modules/customizations/fonts.ts'

type FontName = (typeof fontNames)[number] | (typeof monospaceFontNames)[number]

/** A font that pages load from this server. */
interface SiteFont {
  /** Name of the package that contains it. Variable fonts have all weights in one file. */
  readonly package: string
  readonly family: string
  readonly isSerif?: boolean
  /** The stylesheets of the package with the faces that pages use. */
  readonly stylesheets: readonly string[]
}

const variable = (name: string, family: string, more: Partial<SiteFont> = {}): SiteFont => ({
  package: `@fontsource-variable/${name}`,
  family: `${family} Variable`,
  stylesheets: ['wght.css', 'wght-italic.css'],
  ...more,
})

const withWeights = (name: string, family: string, weights: readonly string[]): SiteFont => ({
  package: `@fontsource/${name}`,
  family,
  stylesheets: weights.map((weight) => `${weight}.css`),
})

const upright = { stylesheets: ['wght.css'] }
const textWeights = ['400', '400-italic', '700']
const codeWeights = ['400', '700']

const inter = variable('inter', 'Inter')

const siteFonts: Readonly<Record<FontName, SiteFont>> = {
  // Its license does not allow to serve it from here.
  ABCFavorit: inter,
  Inter: inter,
  Roboto: variable('roboto', 'Roboto'),
  RobotoSlab: variable('roboto-slab', 'Roboto Slab', { ...upright, isSerif: true }),
  OpenSans: variable('open-sans', 'Open Sans'),
  SourceSansPro: variable('source-sans-3', 'Source Sans 3'),
  Lato: withWeights('lato', 'Lato', textWeights),
  Ubuntu: withWeights('ubuntu', 'Ubuntu', textWeights),
  Raleway: variable('raleway', 'Raleway'),
  Merriweather: variable('merriweather', 'Merriweather', { isSerif: true }),
  Overpass: variable('overpass', 'Overpass'),
  NotoSans: variable('noto-sans', 'Noto Sans'),
  IBMPlexSerif: { ...withWeights('ibm-plex-serif', 'IBM Plex Serif', textWeights), isSerif: true },
  Poppins: withWeights('poppins', 'Poppins', textWeights),
  FiraSans: withWeights('fira-sans', 'Fira Sans', textWeights),
  FiraCode: variable('fira-code', 'Fira Code', upright),
  IBMPlexMono: withWeights('ibm-plex-mono', 'IBM Plex Mono', codeWeights),
  JetBrainsMono: variable('jetbrains-mono', 'JetBrains Mono', upright),
  SourceCodePro: variable('source-code-pro', 'Source Code Pro', upright),
  RobotoMono: variable('roboto-mono', 'Roboto Mono', upright),
  SpaceMono: withWeights('space-mono', 'Space Mono', codeWeights),
  DMMono: withWeights('dm-mono', 'DM Mono', ['400', '500']),
  Inconsolata: variable('inconsolata', 'Inconsolata', upright),
}

export const isFontName = (font: Font | MonospaceFont): font is FontName => typeof font === 'string'

export const siteFontOf = (name: FontName): SiteFont => siteFonts[name]

/** The files of a font with their digests in the names. */
export interface FontFiles {
  /** Name of the stylesheet, without a digest. */
  readonly name: string
  readonly stylesheet: string
  /** Name of the file with the Latin letters of most texts. */
  readonly latin: string | undefined
  /** Reads a file with letters by its name. Returns null if there is none. */
  readonly read: (name: string) => Promise<Buffer | null>
}

const known = new Map<string, FontFiles>()

/** Returns the files of a font. They are read when a page uses it for the first time. */
export function fontFilesOf(name: FontName): FontFiles {
  const font = siteFonts[name]
  const found = known.get(font.package) ?? readFontFiles(font)
  known.set(font.package, found)
  return found
}

/** The length of the digest in the names of files. */
export const digestLength = 12

export const digestOf = (body: string | Buffer): string =>
  createHash('sha256').update(body).digest('hex').slice(0, digestLength)

/**
 * Text keeps the font in which it was first drawn: a font that arrives later is drawn with on the next page, as lines that break
 * elsewhere would move what is being read.
 */
const withoutSwap = (rule: string): string => rule.replace(/font-display:\s*swap/, 'font-display: optional')

const face = /@font-face\s*\{[^}]*\}/g
const source = /src:[^;]*url\(\.\/files\/([\w.-]+\.woff2)\)[^;]*;/

function readFontFiles({ package: packageName, stylesheets }: SiteFont): FontFiles {
  const folder = new URL('.', import.meta.resolve(`${packageName}/metadata.json`))
  const files = new Map<string, URL>()
  const rules = stylesheets.flatMap((stylesheet) => {
    const text = readFileSync(new URL(stylesheet, folder), 'utf8')
    return (text.match(face) ?? []).map((rule) =>
      withoutSwap(rule).replace(source, (_, file: string) => {
        const url = new URL(`files/${file}`, folder)
        const name = file.replace('.woff2', `.${digestOf(readFileSync(url))}.woff2`)
        files.set(name, url)
        return `src:url(${name}) format("woff2");`
      }),
    )
  })
  return {
    name: `${nameOf(packageName)}.css`,
    stylesheet: rules.join('\n'),
    latin: [...files.keys()].find((file) => /-latin-(wght|400)-normal\./.test(file)),
    read: async (name) => {
      const url = files.get(name)
      return url ? readFile(url) : null
    },
  }
}

const nameOf = (packageName: string): string => packageName.slice(packageName.indexOf('/') + 1)

/** Returns the files of the font whose stylesheet or file has the name; undefined if there is none. */
export function fontFilesNamed(file: string): FontFiles | undefined {
  const named = (Object.keys(siteFonts) as FontName[]).filter((font) => {
    const name = nameOf(siteFonts[font].package)
    return file === `${name}.css` || file.startsWith(`${name}-`)
  })
  // The name of one font may be the beginning of another, as with Roboto and Roboto Mono.
  const lengthOf = (font: FontName) => siteFonts[font].package.length
  const [font] = named.sort((one, other) => lengthOf(other) - lengthOf(one))
  return font && fontFilesOf(font)
}
