import { builder } from '../../graphql/builder.ts'

/** Defines an enum for values that settings store as text: `pt-br` is PT_BR in the graph. */
function textEnum<Value extends string>(
  name: string,
  description: string,
  meanings: Readonly<Record<Value, string>>,
) {
  const values = Object.entries<string>(meanings).map(([value, meaning]) => [
    value.toUpperCase().replaceAll('-', '_'),
    { value: value as Value, description: meaning },
  ])
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(values) as Record<string, { value: Value; description: string }>,
  })
}

export const ThemeEnum = textEnum('CustomizationTheme', 'The theme of a site.', {
  clean: 'Translucent, with few decorations.',
  muted: 'Little contrast between the elements.',
  bold: 'Strong colors and contrasts.',
  gradient: 'Gradients and splashes of color.',
})

export const CornersEnum = textEnum('CustomizationCorners', 'Shape of corners.', {
  straight: 'Right angles.',
  rounded: 'Slightly round.',
  circular: 'Fully round.',
})

export const DepthEnum = textEnum('CustomizationDepth', 'Depth of elements.', {
  subtle: 'Soft shadows.',
  flat: 'No shadows.',
})

export const LinksStyleEnum = textEnum('CustomizationLinksStyle', 'Style of links in text.', {
  default: 'Text and underline in the primary color.',
  accent: 'Text in the normal color, underline in the primary color.',
})

export const BackgroundEnum = textEnum('CustomizationBackground', 'The background of a site.', {
  plain: 'No color.',
  match: 'A shade of the primary color.',
})

export const IconsStyleEnum = textEnum('CustomizationIconsStyle', 'The style of icons.', {
  regular: 'Outlines.',
  solid: 'Filled.',
  duotone: 'Two shades.',
  light: 'Light outlines.',
  thin: 'Thin outlines.',
})

export const SidebarBackgroundEnum = textEnum(
  'CustomizationSidebarBackground',
  'The background of the sidebar.',
  {
    default: 'None.',
    filled: 'A muted color up to the edges.',
  },
)

export const SidebarListEnum = textEnum(
  'CustomizationSidebarList',
  'The style of the items in the sidebar.',
  {
    default: 'Plain items. Groups are indented with a line.',
    pill: 'The current item in a pill.',
    line: 'A line next to all items, highlighted at the current one.',
  },
)

export const SearchStyleEnum = textEnum('CustomizationSearchStyle', 'Style of the search field.', {
  prominent: 'A large bar in the middle of the header.',
  subtle: 'A small bar in a corner of the header.',
})

export const LocaleEnum = textEnum('CustomizationLocale', 'Language of the user interface.', {
  en: 'English.',
  fr: 'French.',
  es: 'Spanish.',
  zh: 'Chinese.',
  ja: 'Japanese.',
  de: 'German.',
  nl: 'Dutch.',
  no: 'Norwegian.',
  'pt-br': 'Brazilian Portuguese.',
  ru: 'Russian.',
})

export const HeaderPresetEnum = textEnum('CustomizationHeaderPreset', 'The style of the header.', {
  default: 'As in the theme.',
  bold: 'In the primary color.',
  contrast: 'Dark on light, light on dark.',
  custom: 'In the colors set for the header.',
  none: 'No header.',
})

export const HeaderLinkStyleEnum = textEnum('CustomizationHeaderLinkStyle', 'The style of a header link.', {
  link: 'A plain link.',
  'button-primary': 'A primary button.',
  'button-secondary': 'A secondary button.',
})

export const AnnouncementStyleEnum = textEnum(
  'CustomizationAnnouncementStyle',
  'The style of an announcement, which determines its color.',
  {
    info: 'Information.',
    warning: 'Warning.',
    danger: 'Danger.',
    success: 'Success.',
  },
)

export const ThemeModeEnum = textEnum('CustomizationThemeMode', 'A theme.', {
  light: 'Dark text on a light background.',
  dark: 'Light text on a dark background.',
  system: 'That of the system of the visitor.',
})

export const AIModeEnum = textEnum('CustomizationAIMode', 'The mode of the AI features.', {
  none: 'Disabled.',
  search: 'Questions in the search.',
  assistant: 'Conversations with an assistant.',
})

export const ExternalLinksTargetEnum = textEnum(
  'CustomizationExternalLinksTarget',
  'The tab in which links to other sites open.',
  {
    self: 'In the same tab.',
    blank: 'In a new tab.',
  },
)

/** The names of code themes: those of the site, and those of the highlighter that the published contract names. */
const codeThemes = [
  'default-light',
  'default-dark',
  'monochrome-light',
  'monochrome-dark',
  'andromeeda',
  'aurora-x',
  'ayu-dark',
  'catppuccin-frappe',
  'catppuccin-latte',
  'catppuccin-macchiato',
  'catppuccin-mocha',
  'dark-plus',
  'dracula',
  'dracula-soft',
  'everforest-dark',
  'everforest-light',
  'github-dark',
  'github-dark-default',
  'github-dark-dimmed',
  'github-dark-high-contrast',
  'github-light',
  'github-light-default',
  'github-light-high-contrast',
  'gruvbox-dark-hard',
  'gruvbox-dark-medium',
  'gruvbox-dark-soft',
  'gruvbox-light-hard',
  'gruvbox-light-medium',
  'gruvbox-light-soft',
  'houston',
  'kanagawa-dragon',
  'kanagawa-lotus',
  'kanagawa-wave',
  'laserwave',
  'light-plus',
  'material-theme',
  'material-theme-darker',
  'material-theme-lighter',
  'material-theme-ocean',
  'material-theme-palenight',
  'min-dark',
  'min-light',
  'monokai',
  'night-owl',
  'nord',
  'one-dark-pro',
  'one-light',
  'plastic',
  'poimandres',
  'red',
  'rose-pine',
  'rose-pine-dawn',
  'rose-pine-moon',
  'slack-dark',
  'slack-ochin',
  'snazzy-light',
  'solarized-dark',
  'solarized-light',
  'synthwave-84',
  'tokyo-night',
  'vesper',
  'vitesse-black',
  'vitesse-dark',
  'vitesse-light',
] as const

export const CodeThemeEnum = textEnum(
  'CustomizationCodeTheme',
  'The colors of code.',
  Object.fromEntries(codeThemes.map((name) => [name, `The theme ${name}.`])) as Record<
    (typeof codeThemes)[number],
    string
  >,
)

export const PageActionEnum = textEnum('CustomizationPageAction', 'An action in the menu of a page.', {
  assistant: 'Ask an assistant.',
  'external-ai': 'Open the page in an external assistant.',
  markdown: 'Copy and open the page as Markdown.',
  mcp: 'Connect an assistant to the site.',
  git: 'Edit the page in the git repository.',
  pdf: 'Export the page as PDF.',
})

export const SocialPlatformEnum = textEnum('SocialPlatform', 'A social platform.', {
  twitter: 'X, formerly Twitter.',
  instagram: 'Instagram.',
  facebook: 'Facebook.',
  linkedin: 'LinkedIn.',
  github: 'GitHub.',
  discord: 'Discord.',
  slack: 'Slack.',
  youtube: 'YouTube.',
  tiktok: 'TikTok.',
  reddit: 'Reddit.',
  bluesky: 'Bluesky.',
  mastodon: 'Mastodon.',
  threads: 'Threads.',
  medium: 'Medium.',
})
