import type { ContentRef } from '../../formats/page/types.ts'
import type { Localized } from '../../languages/localized-text.ts'
import type * as enums from './enums.ts'
import type { Font, MonospaceFont } from './fonts.ts'

/** A color or a URL for each of the two themes. */
export interface Themed {
  readonly light: string
  readonly dark: string
}

export type Favicon = { readonly icon?: Themed; readonly emoji?: string }

export interface ContentLink {
  readonly title: string
  readonly localizedTitle?: Localized
  readonly to: ContentRef
}

export interface HeaderLink {
  readonly title: string
  readonly localizedTitle?: Localized
  readonly style?: typeof enums.HeaderLinkStyleEnum.$inferType
  readonly to: ContentRef | null
  readonly links: readonly ContentLink[]
  readonly condition?: string
}

export interface FooterGroup {
  readonly title: string
  readonly localizedTitle?: Localized
  readonly links: readonly ContentLink[]
}

export interface Announcement {
  readonly enabled: boolean
  readonly message: string
  readonly localizedMessage?: Localized
  readonly link?: ContentLink
  readonly style: typeof enums.AnnouncementStyleEnum.$inferType
}

/** The name of a code theme for each of the two themes. */
export interface ThemedCode {
  readonly light: typeof enums.CodeThemeEnum.$inferType
  readonly dark: typeof enums.CodeThemeEnum.$inferType
}

export interface CodeTheme {
  readonly default: ThemedCode
  /** The colors of code in the documentation of APIs. */
  readonly openapi: ThemedCode
}

export interface SocialAccount {
  readonly platform: typeof enums.SocialPlatformEnum.$inferType
  readonly handle: string
  readonly display: { readonly footer: boolean; readonly header: boolean }
}

export type PageAction = typeof enums.PageActionEnum.$inferType

export interface Styling {
  readonly theme: typeof enums.ThemeEnum.$inferType
  readonly primaryColor: Themed
  readonly tint?: { readonly color: Themed }
  readonly infoColor: Themed
  readonly successColor: Themed
  readonly warningColor: Themed
  readonly dangerColor: Themed
  readonly corners: typeof enums.CornersEnum.$inferType
  readonly depth: typeof enums.DepthEnum.$inferType
  readonly links: typeof enums.LinksStyleEnum.$inferType
  readonly font: Font
  /** The font of headings, if it is not that of text. */
  readonly headingFont?: Font
  readonly monospaceFont: MonospaceFont
  readonly background: typeof enums.BackgroundEnum.$inferType
  readonly icons: typeof enums.IconsStyleEnum.$inferType
  readonly codeTheme?: Partial<CodeTheme>
  readonly sidebar: {
    readonly background: typeof enums.SidebarBackgroundEnum.$inferType
    readonly list: typeof enums.SidebarListEnum.$inferType
  }
  readonly search: typeof enums.SearchStyleEnum.$inferType
}

export interface Switch {
  readonly enabled: boolean
}

/** The complete appearance of a site or a site-space, spelled as in the REST API. */
export interface Settings {
  readonly title?: string
  readonly localizedTitle?: Localized
  readonly styling: Styling
  readonly internationalization: { readonly locale: typeof enums.LocaleEnum.$inferType }
  readonly favicon: Favicon
  readonly header: {
    readonly preset: typeof enums.HeaderPresetEnum.$inferType
    readonly logo?: Themed
    /** The target of the title and the logo, if it is not the first page. */
    readonly primaryLink?: ContentRef
    readonly backgroundColor?: Themed
    readonly linkColor?: Themed
    readonly links: readonly HeaderLink[]
  }
  readonly footer: {
    readonly logo?: Themed
    readonly groups: readonly FooterGroup[]
    readonly copyright?: string
  }
  readonly announcement?: Announcement
  readonly themes: {
    readonly default: typeof enums.ThemeModeEnum.$inferType
    readonly toggeable: boolean
  }
  readonly pdf: Switch
  readonly feedback: Switch
  readonly ai: {
    readonly mode: typeof enums.AIModeEnum.$inferType
    readonly greeting?: string
    readonly localizedGreeting?: Localized
    readonly suggestions?: readonly string[]
    /** For administrators of the site only. */
    readonly instructions?: string
    readonly pageLinkSummaries: Switch
  }
  readonly aiSearch: Switch
  readonly advancedCustomization: Switch
  readonly git: { readonly showEditLink: boolean }
  readonly pageActions: {
    readonly externalAI: boolean
    readonly markdown: boolean
    /** The actions in their order. If they are chosen, they determine all that is about single actions. */
    readonly items?: readonly PageAction[]
  }
  readonly externalLinks: { readonly target: typeof enums.ExternalLinksTargetEnum.$inferType }
  readonly pagination: Switch
  readonly trademark: Switch
  readonly privacyPolicy: { readonly url?: string }
  readonly socialPreview: { readonly url?: string }
  readonly socialAccounts?: readonly SocialAccount[]
  readonly insights: { readonly trackingCookie: boolean }
}

/** The settings that were chosen. Contains no null. */
export type Choices = { readonly [member: string]: unknown }

/** Changes to chosen settings: absent members stay unchanged, null removes the choice. */
export type Changes = { readonly [member: string]: unknown }

interface Groups {
  readonly [member: string]: Groups
}

/**
 * Members whose own members are chosen one by one. Every other member is replaced as a whole, because half of a pair
 * of colors, a list of links or an announcement would make no sense.
 */
export const groups: Groups = {
  styling: { codeTheme: {}, sidebar: {} },
  internationalization: {},
  header: {},
  footer: {},
  themes: {},
  pdf: {},
  feedback: {},
  ai: { pageLinkSummaries: {} },
  aiSearch: {},
  advancedCustomization: {},
  git: {},
  pageActions: {},
  externalLinks: {},
  pagination: {},
  trademark: {},
  privacyPolicy: {},
  socialPreview: {},
  insights: {},
}

/** Returns `base` with the changes applied. */
export function merge(base: Choices, changes: Changes, within: Groups = groups): Choices {
  const merged: Record<string, unknown> = { ...base }
  for (const [member, value] of Object.entries(changes)) {
    if (value === undefined) continue
    const group = within[member]
    if (value === null) delete merged[member]
    else if (group) merged[member] = merge((merged[member] ?? {}) as Choices, value as Changes, group)
    else merged[member] = value
  }
  return merged
}
