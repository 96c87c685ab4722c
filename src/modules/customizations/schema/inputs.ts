import { limited } from '../../../base/validation.ts'
import { builder, type InputFields } from '../../../graphql/builder.ts'
import { localizedInput } from '../../../graphql/localized-text.ts'
import { ContentReferenceKindEnum } from '../../content/schema/reference.ts'
import * as enums from '../enums.ts'
import { customizationLimits as limits } from '../limits.ts'

const ThemedColorInput = builder.inputType('ThemedColorInput', {
  description: 'A color for each theme.',
  fields: (t) => ({
    light: t.string({ required: true, description: 'Color in the light theme.', ...limited(limits.color) }),
    dark: t.string({ required: true, description: 'Color in the dark theme.', ...limited(limits.color) }),
  }),
})

const ThemedImageInput = builder.inputType('ThemedImageInput', {
  description: 'An image for each theme.',
  fields: (t) => ({
    light: t.string({
      required: true,
      description: 'URL of the image for the light theme.',
      ...limited(limits.url),
    }),
    dark: t.string({
      required: true,
      description: 'URL of the image for the dark theme.',
      ...limited(limits.url),
    }),
  }),
})

const TintInput = builder.inputType('CustomizationTintInput', {
  description: 'A tint of the header, the sidebar and the background.',
  fields: (t) => ({
    color: t.field({ type: ThemedColorInput, required: true, description: 'Color of the tint.' }),
  }),
})

const SidebarInput = builder.inputType('CustomizationSidebarInput', {
  description: 'Style of the sidebar.',
  fields: (t) => ({
    background: t.field({ type: enums.SidebarBackgroundEnum, description: 'Background of the sidebar.' }),
    list: t.field({ type: enums.SidebarListEnum, description: 'Style of the items.' }),
  }),
})

const ThemedCodeInput = builder.inputType('CustomizationThemedCodeInput', {
  description: 'The colors of code for each theme.',
  fields: (t) => ({
    light: t.field({ type: enums.CodeThemeEnum, required: true, description: 'Colors for the light theme.' }),
    dark: t.field({ type: enums.CodeThemeEnum, required: true, description: 'Colors for the dark theme.' }),
  }),
})

const CodeThemesInput = builder.inputType('CustomizationCodeThemesInput', {
  description: 'The colors of code.',
  fields: (t) => ({
    default: t.field({ type: ThemedCodeInput, description: 'Colors of blocks of code.' }),
    openapi: t.field({ type: ThemedCodeInput, description: 'Colors of code in the documentation of APIs.' }),
  }),
})

const StylingInput = builder.inputType('CustomizationStylingInput', {
  description: 'Colors, shapes and fonts.',
  fields: (t) => {
    const color = (description: string) => t.field({ type: ThemedColorInput, description })
    return {
      theme: t.field({
        type: enums.ThemeEnum,
        description: 'The theme, which is the overall style of the site.',
      }),
      primaryColor: color('Color of links and highlighted elements.'),
      tint: t.field({ type: TintInput, description: 'Tint of the header, the sidebar and the background.' }),
      infoColor: color('Color of hints for information.'),
      successColor: color('Color of hints for success.'),
      warningColor: color('Color of hints for warnings.'),
      dangerColor: color('Color of hints for dangers.'),
      corners: t.field({ type: enums.CornersEnum, description: 'Shape of corners.' }),
      depth: t.field({ type: enums.DepthEnum, description: 'Depth of elements.' }),
      links: t.field({ type: enums.LinksStyleEnum, description: 'Style of links in text.' }),
      font: t.field({ type: 'CustomizationFont', description: 'The font of text.' }),
      headingFont: t.field({
        type: 'CustomizationFont',
        description: 'The font of headings. Default: the font of text.',
      }),
      monospaceFont: t.field({ type: 'CustomizationMonospaceFont', description: 'The font of code.' }),
      background: t.field({
        type: enums.BackgroundEnum,
        description: 'Background. `tint` can set its color.',
      }),
      icons: t.field({ type: enums.IconsStyleEnum, description: 'The style of icons.' }),
      codeTheme: t.field({ type: CodeThemesInput, description: 'The colors of code.' }),
      sidebar: t.field({ type: SidebarInput, description: 'Style of the sidebar.' }),
      search: t.field({ type: enums.SearchStyleEnum, description: 'Style of the search field.' }),
    }
  },
})

const InternationalizationInput = builder.inputType('CustomizationInternationalizationInput', {
  description: 'Language of the user interface.',
  fields: (t) => ({
    locale: t.field({ type: enums.LocaleEnum, description: 'Language of the user interface.' }),
  }),
})

const FaviconInput = builder.inputType('CustomizationFaviconInput', {
  description: 'The favicon: images or an emoji. With neither, it is the icon of the site.',
  fields: (t) => ({
    icon: t.field({ type: ThemedImageInput, description: 'Images of the favicon, for each theme.' }),
    emoji: t.string({
      description: 'The emoji of the favicon, as a character or code points.',
      ...limited(limits.emoji),
    }),
  }),
})

const ContentReferenceInput = builder.inputType('ContentReferenceInput', {
  description: 'A reference to content or to a URL. The kind determines which fields it has.',
  fields: (t) => {
    const member = (description: string) => t.string({ description, ...limited(limits.reference) })
    return {
      kind: t.field({
        type: ContentReferenceKindEnum,
        required: true,
        description: 'Kind of the reference.',
      }),
      file: member('Id of the file.'),
      url: t.string({ description: 'The URL that is referred to.', ...limited(limits.url) }),
      page: member('Id of the page.'),
      anchor: member('Anchor in the page.'),
      user: member('Id of the user.'),
      collection: member('Id of the collection.'),
      space: member('Id of the space. Default: the same space.'),
      reusableContent: member('Id of the reusable content.'),
      spec: member('Slug of the OpenAPI specification.'),
    }
  },
})

const ContentLinkInput = builder.inputType('CustomizationContentLinkInput', {
  description: 'A link.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Text of the link.', ...limited(limits.linkTitle) }),
    localizedTitle: t.field(localizedInput('Text of the link in other languages.')),
    to: t.field({ type: ContentReferenceInput, required: true, description: 'Target of the link.' }),
  }),
})

const HeaderLinkInput = builder.inputType('CustomizationHeaderLinkInput', {
  description: 'A link in the header, or a menu of links.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Text of the link.', ...limited(limits.headerLinkTitle) }),
    localizedTitle: t.field(localizedInput('Text of the link in other languages.')),
    style: t.field({ type: enums.HeaderLinkStyleEnum, description: 'Style of the link.' }),
    to: t.field({
      type: ContentReferenceInput,
      description: 'Target of the link. Absent or null for a menu without its own target.',
    }),
    links: t.field({
      type: [ContentLinkInput],
      description: 'Links of the menu. Default: none.',
      ...limited(limits.links),
    }),
    condition: t.string({
      description: 'Condition on the claims of a visitor. Visitors see the link only if it holds.',
      ...limited(limits.condition),
    }),
  }),
})

const HeaderInput = builder.inputType('CustomizationHeaderInput', {
  description: 'The header.',
  fields: (t) => ({
    preset: t.field({ type: enums.HeaderPresetEnum, description: 'Style of the header.' }),
    logo: t.field({ type: ThemedImageInput, description: 'Logo. Null if not set.' }),
    primaryLink: t.field({
      type: ContentReferenceInput,
      description: 'Target of the title and the logo. Default: the first page of the site.',
    }),
    backgroundColor: t.field({
      type: ThemedColorInput,
      description: 'Background color, for the preset `CUSTOM`.',
    }),
    linkColor: t.field({ type: ThemedColorInput, description: 'Color of links, for the preset `CUSTOM`.' }),
    links: t.field({
      type: [HeaderLinkInput],
      description: 'Links and menus of the header, in order.',
      ...limited(limits.links),
    }),
  }),
})

const FooterGroupInput = builder.inputType('CustomizationFooterGroupInput', {
  description: 'A group of links in the footer.',
  fields: (t) => ({
    title: t.string({
      required: true,
      description: 'The title above the links.',
      ...limited(limits.groupTitle),
    }),
    localizedTitle: t.field(localizedInput('The title in other languages.')),
    links: t.field({
      type: [ContentLinkInput],
      required: true,
      description: 'The links.',
      ...limited(limits.links),
    }),
  }),
})

const FooterInput = builder.inputType('CustomizationFooterInput', {
  description: 'The footer.',
  fields: (t) => ({
    logo: t.field({ type: ThemedImageInput, description: 'Logo. Null if not set.' }),
    groups: t.field({
      type: [FooterGroupInput],
      description: 'Groups of links in the footer, in order.',
      ...limited(limits.groups),
    }),
    copyright: t.string({ description: 'Copyright notice, as plain text.', ...limited(limits.copyright) }),
  }),
})

const AnnouncementInput = builder.inputType('CustomizationAnnouncementInput', {
  description: 'Announcement banner above every page.',
  fields: (t) => ({
    enabled: t.boolean({ required: true, description: 'Whether the announcement is shown.' }),
    message: t.string({
      required: true,
      description: 'Text of the announcement.',
      ...limited(limits.announcement),
    }),
    localizedMessage: t.field(localizedInput('Text of the announcement in other languages.')),
    link: t.field({ type: ContentLinkInput, description: 'Link after the message.' }),
    style: t.field({
      type: enums.AnnouncementStyleEnum,
      required: true,
      description: 'Style of the announcement.',
    }),
  }),
})

const ThemesInput = builder.inputType('CustomizationThemesInput', {
  description: 'Light and dark theme.',
  fields: (t) => ({
    default: t.field({ type: enums.ThemeModeEnum, description: 'Theme before visitors choose one.' }),
    toggleable: t.boolean({
      description: 'Whether visitors may switch the theme.',
      extensions: { rest: 'toggeable' },
    }),
  }),
})

const SwitchInput = builder.inputType('CustomizationSwitchInput', {
  description: 'A feature that can be enabled.',
  fields: (t) => ({ enabled: t.boolean({ description: 'Whether the feature is enabled.' }) }),
})

const AIInput = builder.inputType('CustomizationAIInput', {
  description: 'AI features for visitors.',
  fields: (t) => ({
    mode: t.field({ type: enums.AIModeEnum, description: 'Mode of the AI features.' }),
    greeting: t.string({
      description: 'First message of an assistant. Stored for clients.',
      ...limited(limits.greeting),
    }),
    localizedGreeting: t.field(localizedInput('The first message in other languages.')),
    suggestions: t.stringList({
      description: 'Questions that are suggested at the start. Stored for clients.',
      ...limited(limits.suggestions),
    }),
    instructions: t.string({
      description:
        'Instructions for an assistant. Stored for clients; only administrators of the site read them.',
      ...limited(limits.instructions),
    }),
    pageLinkSummaries: t.field({
      type: SwitchInput,
      description: 'Previews of linked pages with a generated summary.',
    }),
  }),
})

const GitInput = builder.inputType('CustomizationGitInput', {
  description: 'References to the git repository of the content.',
  fields: (t) => ({
    showEditLink: t.boolean({ description: 'Whether pages have a link for editing them in the repository.' }),
  }),
})

const PageActionsInput = builder.inputType('CustomizationPageActionsInput', {
  description: 'Actions in the menu of a page.',
  fields: (t) => ({
    externalAI: t.boolean({ description: 'Whether the page can be opened in an external assistant.' }),
    markdown: t.boolean({ description: 'Whether the page can be copied and opened as Markdown.' }),
    items: t.field({
      type: [enums.PageActionEnum],
      description:
        'The actions in their order. Actions that are not in the list are disabled. Each action at most once.',
    }),
  }),
})

const SocialAccountDisplayInput = builder.inputType('CustomizationSocialAccountDisplayInput', {
  description: 'The parts of a site that link to an account.',
  fields: (t) => ({
    footer: t.boolean({ required: true, description: 'Whether the footer has a link to it.' }),
    header: t.boolean({ required: true, description: 'Whether the header has a link to it.' }),
  }),
})

const SocialAccountInput = builder.inputType('CustomizationSocialAccountInput', {
  description: 'An account on a social platform.',
  fields: (t) => ({
    platform: t.field({
      type: enums.SocialPlatformEnum,
      required: true,
      description: 'Platform of the account.',
    }),
    handle: t.string({
      required: true,
      description: 'The name of the account, without a sign before it.',
      ...limited(limits.socialHandle),
    }),
    display: t.field({
      type: SocialAccountDisplayInput,
      required: true,
      description: 'The parts of the site that link to the account.',
    }),
  }),
})

const ExternalLinksInput = builder.inputType('CustomizationExternalLinksInput', {
  description: 'Links to other sites.',
  fields: (t) => ({
    target: t.field({ type: enums.ExternalLinksTargetEnum, description: 'The tab in which the links open.' }),
  }),
})

const UrlInput = builder.inputType('CustomizationUrlInput', {
  description: 'An address.',
  fields: (t) => ({ url: t.string({ description: 'The URL.', ...limited(limits.url) }) }),
})

const InsightsInput = builder.inputType('CustomizationInsightsInput', {
  description: 'Analytics of visitors.',
  fields: (t) => ({
    trackingCookie: t.boolean({ description: 'Whether a cookie identifies returning visitors.' }),
  }),
})

/** Returns the settings of both a site and its site-spaces: all but the favicon. */
const sharedFields = (t: InputFields) => ({
  title: t.string({
    description: 'The title of the site. Default: the title of the content.',
    ...limited(limits.title),
  }),
  localizedTitle: t.field(localizedInput('The title of the site in other languages.')),
  styling: t.field({ type: StylingInput, description: 'Colors, shapes and fonts.' }),
  internationalization: t.field({
    type: InternationalizationInput,
    description: 'Language of the user interface.',
  }),
  header: t.field({ type: HeaderInput, description: 'Logo, colors and links of the header.' }),
  footer: t.field({ type: FooterInput, description: 'Logo, links and copyright notice of the footer.' }),
  announcement: t.field({ type: AnnouncementInput, description: 'Announcement banner above every page.' }),
  themes: t.field({ type: ThemesInput, description: 'Light and dark theme.' }),
  pdf: t.field({ type: SwitchInput, description: 'PDF export of pages.' }),
  feedback: t.field({ type: SwitchInput, description: 'Page ratings by visitors.' }),
  ai: t.field({ type: AIInput, description: 'AI features for visitors.' }),
  aiSearch: t.field({ type: SwitchInput, description: 'Questions in the search, answered by AI.' }),
  advancedCustomization: t.field({
    type: SwitchInput,
    description: 'Whether advanced customization is enabled.',
  }),
  git: t.field({ type: GitInput, description: 'References to the git repository of the content.' }),
  pageActions: t.field({ type: PageActionsInput, description: 'Actions in the menu of a page.' }),
  externalLinks: t.field({ type: ExternalLinksInput, description: 'Links to other sites.' }),
  pagination: t.field({ type: SwitchInput, description: 'Links to the next and the previous page.' }),
  trademark: t.field({ type: SwitchInput, description: 'Trademark of the software.' }),
  privacyPolicy: t.field({ type: UrlInput, description: 'URL of the privacy policy.' }),
  socialPreview: t.field({ type: UrlInput, description: 'Image of link previews.' }),
  socialAccounts: t.field({
    type: [SocialAccountInput],
    description: 'Accounts on social platforms.',
    ...limited(limits.socialAccounts),
  }),
  insights: t.field({ type: InsightsInput, description: 'Analytics of visitors.' }),
})

export const SiteCustomizationSettingsInput = builder.inputType('SiteCustomizationSettingsInput', {
  description: 'The customization of a site. Omitted and null fields use their defaults.',
  fields: (t) => ({
    favicon: t.field({ type: FaviconInput, required: true, description: 'Icon of the site in browsers.' }),
    ...sharedFields(t),
  }),
})

export const UpdateSiteCustomizationInput = builder.inputType('UpdateSiteCustomizationInput', {
  description: 'Fields to update. Omitted fields stay unchanged. Null fields use their defaults.',
  fields: (t) => ({
    favicon: t.field({ type: FaviconInput, description: 'Icon of the site in browsers.' }),
    ...sharedFields(t),
  }),
})

export const SiteSpaceCustomizationSettingsInput = builder.inputType('SiteSpaceCustomizationSettingsInput', {
  description: 'Fields to update. Omitted fields stay unchanged. Null fields use the settings of the site.',
  fields: (t) => ({
    favicon: t.field({ type: FaviconInput, description: 'Icon of the site in browsers.' }),
    ...sharedFields(t),
  }),
})
