import type { TextKey } from '../app/texts.ts'

/** A setting in the form, with the control that its kind has. */
export type SettingRow = {
  readonly path: string
  readonly label: TextKey
  readonly hint?: TextKey
} & (
  | { readonly kind: 'text'; readonly maxLength: number; readonly lines?: number }
  | {
      readonly kind:
        | 'url'
        | 'switch'
        | 'color'
        | 'image'
        | 'images'
        | 'favicon'
        | 'announcement'
        | 'header links'
        | 'footer groups'
        | 'social accounts'
    }
  | { readonly kind: 'choice'; readonly choices: readonly (readonly [value: string, label: TextKey])[] }
  /** A choice whose values are names, which no language translates. */
  | { readonly kind: 'font' | 'language'; readonly names: readonly string[]; readonly isOptional?: boolean }
)

/** Settings that belong together. */
interface SettingGroup {
  readonly title: TextKey
  readonly rows: readonly SettingRow[]
}

/** The fonts that the server has. It refuses other names. */
const fonts = [
  'Inter',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
]

const monospaceFonts = [
  'FiraCode',
  'IBMPlexMono',
  'JetBrainsMono',
  'SourceCodePro',
  'RobotoMono',
  'SpaceMono',
  'DMMono',
  'Inconsolata',
]

const locales = ['EN', 'DE', 'ES', 'FR', 'JA', 'NL', 'NO', 'PT_BR', 'RU', 'ZH']

/** The values whose texts are named after the label of their choice: `look.depth.FLAT`. */
type ValueOf<Label extends TextKey> = TextKey extends infer Key
  ? Key extends `${Label}.${infer Value}`
    ? Value
    : never
  : never

const choice = <Label extends TextKey>(
  path: string,
  label: Label,
  values: readonly ValueOf<Label>[],
): SettingRow => ({
  kind: 'choice',
  path,
  label,
  choices: values.map((value) => [value, `${label}.${value}` as TextKey]),
})

export const settingGroups: readonly SettingGroup[] = [
  {
    title: 'look.brand',
    rows: [
      { kind: 'text', path: 'title', label: 'look.title', hint: 'look.titleHint', maxLength: 128 },
      { kind: 'images', path: 'header.logo', label: 'look.logo' },
      { kind: 'favicon', path: 'favicon', label: 'look.favicon', hint: 'look.faviconHint' },
      {
        kind: 'color',
        path: 'styling.primaryColor',
        label: 'look.primaryColor',
        hint: 'look.primaryColorHint',
      },
      choice('styling.theme', 'look.theme', ['CLEAN', 'MUTED', 'BOLD', 'GRADIENT']),
      choice('themes.default', 'look.mode', ['LIGHT', 'DARK', 'SYSTEM']),
      { kind: 'switch', path: 'themes.toggleable', label: 'look.toggleable' },
    ],
  },
  {
    title: 'look.fonts',
    rows: [
      { kind: 'font', path: 'styling.font', label: 'look.font', names: fonts },
      {
        kind: 'font',
        path: 'styling.headingFont',
        label: 'look.headingFont',
        names: fonts,
        isOptional: true,
      },
      { kind: 'font', path: 'styling.monospaceFont', label: 'look.monospaceFont', names: monospaceFonts },
    ],
  },
  {
    title: 'look.shapes',
    rows: [
      choice('styling.corners', 'look.corners', ['ROUNDED', 'STRAIGHT', 'CIRCULAR']),
      choice('styling.depth', 'look.depth', ['SUBTLE', 'FLAT']),
      choice('styling.links', 'look.links', ['DEFAULT', 'ACCENT']),
      choice('styling.sidebar.background', 'look.sidebarBackground', ['DEFAULT', 'FILLED']),
      choice('styling.sidebar.list', 'look.sidebarList', ['DEFAULT', 'PILL', 'LINE']),
      choice('styling.search', 'look.search', ['PROMINENT', 'SUBTLE']),
      { kind: 'color', path: 'styling.infoColor', label: 'look.infoColor' },
      { kind: 'color', path: 'styling.successColor', label: 'look.successColor' },
      { kind: 'color', path: 'styling.warningColor', label: 'look.warningColor' },
      { kind: 'color', path: 'styling.dangerColor', label: 'look.dangerColor' },
    ],
  },
  {
    title: 'look.header',
    rows: [
      choice('header.preset', 'look.preset', ['DEFAULT', 'BOLD', 'CONTRAST', 'CUSTOM', 'NONE']),
      {
        kind: 'color',
        path: 'header.backgroundColor',
        label: 'look.headerBackground',
        hint: 'look.customOnly',
      },
      { kind: 'color', path: 'header.linkColor', label: 'look.headerLinkColor', hint: 'look.customOnly' },
      { kind: 'header links', path: 'header.links', label: 'look.headerLinks' },
      { kind: 'announcement', path: 'announcement', label: 'look.announcement' },
    ],
  },
  {
    title: 'look.footer',
    rows: [
      { kind: 'text', path: 'footer.copyright', label: 'look.copyright', maxLength: 512 },
      { kind: 'images', path: 'footer.logo', label: 'look.footerLogo' },
      { kind: 'footer groups', path: 'footer.groups', label: 'look.footerGroups' },
      { kind: 'social accounts', path: 'socialAccounts', label: 'look.socialAccounts' },
      { kind: 'url', path: 'privacyPolicy.url', label: 'look.privacyPolicy' },
      { kind: 'switch', path: 'trademark.enabled', label: 'look.trademark' },
    ],
  },
  {
    title: 'look.pages',
    rows: [
      { kind: 'language', path: 'internationalization.locale', label: 'look.locale', names: locales },
      { kind: 'switch', path: 'feedback.enabled', label: 'look.feedback' },
      { kind: 'switch', path: 'pagination.enabled', label: 'look.pagination' },
      { kind: 'switch', path: 'pageActions.markdown', label: 'look.markdown' },
      { kind: 'switch', path: 'pageActions.externalAI', label: 'look.externalAI' },
      { kind: 'switch', path: 'pdf.enabled', label: 'look.pdf' },
      { kind: 'switch', path: 'git.showEditLink', label: 'look.git' },
      choice('externalLinks.target', 'look.externalLinks', ['SELF', 'BLANK']),
      {
        kind: 'image',
        path: 'socialPreview.url',
        label: 'look.socialPreview',
        hint: 'look.socialPreviewHint',
      },
    ],
  },
]
