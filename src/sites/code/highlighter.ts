import {
  createHighlighterCore,
  type HighlighterCore,
  type ThemedTokenWithVariants,
  type ThemeRegistration,
} from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { bundledLanguages } from 'shiki/langs'
import { type CodeThemes, codeTheme, readThemeFile } from './code-themes.ts'
import { codeLimits } from './limits.ts'

/** Highlights code with the grammars and themes of Shiki. For threads: a first grammar takes up to two seconds. */

/** Names of languages that writers use, besides those of Shiki. */
const otherNames: Readonly<Record<string, string>> = {
  golang: 'go',
  'c++': 'cpp',
  'c#': 'csharp',
  'objective-c': 'objective-c',
  shell: 'shellscript',
  curl: 'shellscript',
  node: 'javascript',
  yml: 'yaml',
  jsonc: 'jsonc',
}

type Language = keyof typeof bundledLanguages

/** Returns the grammar of a language; undefined if there is none. */
function languageNamed(syntax: string): Language | undefined {
  const name = syntax.toLowerCase().trim()
  const known = otherNames[name] ?? name
  return Object.hasOwn(bundledLanguages, known) ? (known as Language) : undefined
}

let highlighter: HighlighterCore | undefined

async function openHighlighter(): Promise<HighlighterCore> {
  if (highlighter && highlighter.getLoadedLanguages().length > codeLimits.grammars) {
    highlighter.dispose()
    highlighter = undefined
  }
  highlighter ??= await createHighlighterCore({ engine: createJavaScriptRegexEngine({ forgiving: true }) })
  return highlighter
}

/** Returns the lines of code as HTML; undefined if the language is unknown. */
export async function highlight(
  syntax: string,
  lines: readonly string[],
  themes: CodeThemes,
): Promise<string[] | undefined> {
  const language = languageNamed(syntax)
  if (!language) return undefined
  const open = await openHighlighter()
  for (const name of [themes.light, themes.dark])
    if (!open.getLoadedThemes().includes(name)) await open.loadTheme(readThemeFile(name) as ThemeRegistration)
  await open.loadLanguage(bundledLanguages[language])
  const tokens = open.codeToTokensWithThemes(lines.join('\n'), {
    lang: language,
    themes: { light: themes.light, dark: themes.dark },
    tokenizeMaxLineLength: codeLimits.lineCharacters,
    // The job has a limit of processor time. A limit of time would depend on what else the machine does.
    tokenizeTimeLimit: 0,
  })
  const classOf = classesOf(themes)
  return tokens.map((line) => writeLine(line, classOf))
}

type Variants = ThemedTokenWithVariants['variants']

/** Returns a function that finds the classes of a token, which `codeThemeStyles` gives their colors. */
function classesOf(themes: CodeThemes): (variants: Variants) => string {
  const light = codeTheme(themes.light).colors
  const dark = codeTheme(themes.dark).colors
  const indexIn = (colors: readonly string[], color = '') => Math.max(0, colors.indexOf(color.toUpperCase()))
  return ({ light: one, dark: other }) => {
    const lightIndex = indexIn(light, one?.color)
    const darkIndex = indexIn(dark, other?.color)
    const style = Math.max(0, one?.fontStyle ?? 0)
    return [
      ...(lightIndex + darkIndex === 0 ? [] : [`l${lightIndex} d${darkIndex}`]),
      ...(style & fontStyles.italic ? ['ti'] : []),
      ...(style & fontStyles.bold ? ['tb'] : []),
    ].join(' ')
  }
}

/** The bits of the font style of a token. */
const fontStyles = { italic: 1, bold: 2 } as const

/** Writes the tokens of a line, those with the same look as one element. Spaces look the same everywhere. */
function writeLine(
  tokens: readonly ThemedTokenWithVariants[],
  classOf: (variants: Variants) => string,
): string {
  const parts: { look: string; text: string }[] = []
  for (const { content, variants } of tokens) {
    const last = parts.at(-1)
    const look = last && content.trim() === '' ? last.look : classOf(variants)
    if (last && last.look === look) last.text += content
    else parts.push({ look, text: content })
  }
  return parts
    .map(({ look, text }) =>
      look === '' ? escapeText(text) : `<span class="${look}">${escapeText(text)}</span>`,
    )
    .join('')
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
