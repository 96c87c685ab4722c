import { type Choices, type CodeTheme, merge, type PageAction, type Settings } from './settings.ts'

const both = (color: string) => ({ light: color, dark: color })

/** The settings of a site without any choices. */
export const defaultSettings: Settings = {
  styling: {
    theme: 'clean',
    primaryColor: both('#346DDB'),
    infoColor: both('#787878'),
    successColor: both('#00C950'),
    warningColor: both('#FE9A00'),
    dangerColor: both('#FB2C36'),
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'IBMPlexMono',
    background: 'plain',
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: false },
  pdf: { enabled: true },
  feedback: { enabled: false },
  ai: { mode: 'none', pageLinkSummaries: { enabled: false } },
  aiSearch: { enabled: true },
  advancedCustomization: { enabled: true },
  git: { showEditLink: false },
  pageActions: { externalAI: true, markdown: true },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: true },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: true },
}

/** Returns complete settings: the chosen ones, the last choice first, and defaults for the rest. */
export const effective = (...choices: readonly Choices[]): Settings =>
  choices.reduce<Choices>(
    (settings, chosen) => merge(settings, chosen),
    defaultSettings as unknown as Choices,
  ) as unknown as Settings

const bothCodes = { light: 'default-light', dark: 'default-dark' } as const

/** Returns the colors of code: those that are chosen, and the defaults for the others. */
export const codeThemeOf = ({ codeTheme }: Pick<Settings['styling'], 'codeTheme'>): CodeTheme => ({
  default: bothCodes,
  openapi: bothCodes,
  ...codeTheme,
})

/** Returns the actions in the menu of a page, in order: the chosen ones, or those that are enabled one by one. */
export function pageActionsOf({ pageActions, ai, git, pdf }: Settings): readonly PageAction[] {
  if (pageActions.items) return pageActions.items
  const enabled: readonly (readonly [PageAction, boolean])[] = [
    ['assistant', ai.mode === 'assistant'],
    ['external-ai', pageActions.externalAI],
    ['markdown', pageActions.markdown],
    ['git', git.showEditLink],
    ['pdf', pdf.enabled],
  ]
  return enabled.flatMap(([action, isEnabled]) => (isEnabled ? [action] : []))
}
