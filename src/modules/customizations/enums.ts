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
  clean: 'Translucent, with few ornaments.',
  muted: 'Little contrast between the elements.',
  bold: 'Strong colours and contrasts.',
  gradient: 'Gradients and splashes of colour.',
})

export const CornersEnum = textEnum('CustomizationCorners', 'The corners of elements.', {
  straight: 'Right angles.',
  rounded: 'Slightly round.',
  circular: 'As round as can be.',
})

export const DepthEnum = textEnum('CustomizationDepth', 'How far elements stand out.', {
  subtle: 'Soft shadows.',
  flat: 'No shadows.',
})

export const LinksStyleEnum = textEnum('CustomizationLinksStyle', 'The look of links in a text.', {
  default: 'Text and underline in the primary colour.',
  accent: 'The text like any other, the underline in the primary colour.',
})

export const BackgroundEnum = textEnum('CustomizationBackground', 'The background of a site.', {
  plain: 'Without colour.',
  match: 'A shade of the primary colour.',
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
    filled: 'A muted colour up to the edges.',
  },
)

export const SidebarListEnum = textEnum('CustomizationSidebarList', 'The look of the items in the sidebar.', {
  default: 'Plain items, groups set in with a line.',
  pill: 'The chosen item in a capsule.',
  line: 'A line beside all items, coloured at the chosen one.',
})

export const SearchStyleEnum = textEnum('CustomizationSearchStyle', 'The look of the search.', {
  prominent: 'A large bar in the middle of the header.',
  subtle: 'A small bar in a corner of the header.',
})

export const LocaleEnum = textEnum('CustomizationLocale', 'The language of what is not content.', {
  en: 'English.',
  fr: 'French.',
  es: 'Spanish.',
  zh: 'Chinese.',
  ja: 'Japanese.',
  de: 'German.',
  nl: 'Dutch.',
  no: 'Norwegian.',
  'pt-br': 'Brazilian Portuguese.',
})

export const HeaderPresetEnum = textEnum(
  'CustomizationHeaderPreset',
  'The look of the header; the theme of the site says more.',
  {
    default: 'As the theme has it.',
    bold: 'In the primary colour.',
    contrast: 'Dark on light, light on dark.',
    custom: 'In the colours of the header.',
    none: 'No header.',
  },
)

export const HeaderLinkStyleEnum = textEnum('CustomizationHeaderLinkStyle', 'The look of a header link.', {
  link: 'A plain link.',
  'button-primary': 'The button that stands out.',
  'button-secondary': 'A button beside it.',
})

export const AnnouncementStyleEnum = textEnum(
  'CustomizationAnnouncementStyle',
  'The meaning, and so the colour, of an announcement.',
  {
    info: 'Something to know.',
    warning: 'Something to look out for.',
    danger: 'Something critical.',
    success: 'Something achieved.',
  },
)

export const ThemeModeEnum = textEnum('CustomizationThemeMode', 'Light or dark.', {
  light: 'Dark text on a light ground.',
  dark: 'Light text on a dark ground.',
})

export const AIModeEnum = textEnum('CustomizationAIMode', 'What readers may ask a machine.', {
  none: 'Nothing.',
  search: 'Questions, in the search.',
  assistant: 'Anything, in a conversation.',
})

export const ExternalLinksTargetEnum = textEnum(
  'CustomizationExternalLinksTarget',
  'Where links to other sites open.',
  {
    self: 'In the same tab.',
    blank: 'In a new tab.',
  },
)
