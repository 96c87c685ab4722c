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
      {
        kind: 'choice',
        path: 'styling.theme',
        label: 'look.theme',
        choices: [
          ['CLEAN', 'look.theme.CLEAN'],
          ['MUTED', 'look.theme.MUTED'],
          ['BOLD', 'look.theme.BOLD'],
          ['GRADIENT', 'look.theme.GRADIENT'],
        ],
      },
      {
        kind: 'choice',
        path: 'themes.default',
        label: 'look.mode',
        choices: [
          ['LIGHT', 'look.mode.LIGHT'],
          ['DARK', 'look.mode.DARK'],
          ['SYSTEM', 'look.mode.SYSTEM'],
        ],
      },
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
      {
        kind: 'choice',
        path: 'styling.corners',
        label: 'look.corners',
        choices: [
          ['ROUNDED', 'look.corners.ROUNDED'],
          ['STRAIGHT', 'look.corners.STRAIGHT'],
          ['CIRCULAR', 'look.corners.CIRCULAR'],
        ],
      },
      {
        kind: 'choice',
        path: 'styling.depth',
        label: 'look.depth',
        choices: [
          ['SUBTLE', 'look.depth.SUBTLE'],
          ['FLAT', 'look.depth.FLAT'],
        ],
      },
      {
        kind: 'choice',
        path: 'styling.links',
        label: 'look.links',
        choices: [
          ['DEFAULT', 'look.links.DEFAULT'],
          ['ACCENT', 'look.links.ACCENT'],
        ],
      },
      {
        kind: 'choice',
        path: 'styling.sidebar.background',
        label: 'look.sidebarBackground',
        choices: [
          ['DEFAULT', 'look.sidebarBackground.DEFAULT'],
          ['FILLED', 'look.sidebarBackground.FILLED'],
        ],
      },
      {
        kind: 'choice',
        path: 'styling.sidebar.list',
        label: 'look.sidebarList',
        choices: [
          ['DEFAULT', 'look.sidebarList.DEFAULT'],
          ['PILL', 'look.sidebarList.PILL'],
          ['LINE', 'look.sidebarList.LINE'],
        ],
      },
      {
        kind: 'choice',
        path: 'styling.search',
        label: 'look.search',
        choices: [
          ['PROMINENT', 'look.search.PROMINENT'],
          ['SUBTLE', 'look.search.SUBTLE'],
        ],
      },
      { kind: 'color', path: 'styling.infoColor', label: 'look.infoColor' },
      { kind: 'color', path: 'styling.successColor', label: 'look.successColor' },
      { kind: 'color', path: 'styling.warningColor', label: 'look.warningColor' },
      { kind: 'color', path: 'styling.dangerColor', label: 'look.dangerColor' },
    ],
  },
  {
    title: 'look.header',
    rows: [
      {
        kind: 'choice',
        path: 'header.preset',
        label: 'look.preset',
        choices: [
          ['DEFAULT', 'look.preset.DEFAULT'],
          ['BOLD', 'look.preset.BOLD'],
          ['CONTRAST', 'look.preset.CONTRAST'],
          ['CUSTOM', 'look.preset.CUSTOM'],
          ['NONE', 'look.preset.NONE'],
        ],
      },
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
      {
        kind: 'choice',
        path: 'externalLinks.target',
        label: 'look.externalLinks',
        choices: [
          ['SELF', 'look.externalLinks.SELF'],
          ['BLANK', 'look.externalLinks.BLANK'],
        ],
      },
      {
        kind: 'image',
        path: 'socialPreview.url',
        label: 'look.socialPreview',
        hint: 'look.socialPreviewHint',
      },
    ],
  },
]
