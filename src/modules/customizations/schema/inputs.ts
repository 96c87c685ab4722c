import { builder } from '../../../graphql/builder.ts'
import { limited } from '../../../graphql/validation.ts'
import { ContentReferenceKindEnum } from '../../content/schema/reference.ts'
import * as enums from '../enums.ts'
import { customizationLimits as limits } from '../limits.ts'

const ThemedColorInput = builder.inputType('ThemedColorInput', {
  description: 'A colour for each mode.',
  fields: (t) => ({
    light: t.string({ required: true, description: 'In light mode.', ...limited(limits.color) }),
    dark: t.string({ required: true, description: 'In dark mode.', ...limited(limits.color) }),
  }),
})

const ThemedImageInput = builder.inputType('ThemedImageInput', {
  description: 'An image for each mode.',
  fields: (t) => ({
    light: t.string({ required: true, description: 'Address of the light one.', ...limited(limits.url) }),
    dark: t.string({ required: true, description: 'Address of the dark one.', ...limited(limits.url) }),
  }),
})

const TintInput = builder.inputType('CustomizationTintInput', {
  description: 'A colour of header, sidebar and background.',
  fields: (t) => ({ color: t.field({ type: ThemedColorInput, required: true, description: 'The colour.' }) }),
})

const SidebarInput = builder.inputType('CustomizationSidebarInput', {
  description: 'The look of the sidebar.',
  fields: (t) => ({
    background: t.field({ type: enums.SidebarBackgroundEnum, description: 'Its background.' }),
    list: t.field({ type: enums.SidebarListEnum, description: 'Its items.' }),
  }),
})

const StylingInput = builder.inputType('CustomizationStylingInput', {
  description: 'Colours, shapes and fonts.',
  fields: (t) => {
    const color = (description: string) => t.field({ type: ThemedColorInput, description })
    return {
      theme: t.field({ type: enums.ThemeEnum, description: 'The theme.' }),
      primaryColor: color('Of links and what stands out.'),
      tint: t.field({ type: TintInput, description: 'The colour of header, sidebar and background.' }),
      infoColor: color('Of what is good to know.'),
      successColor: color('Of what went well.'),
      warningColor: color('Of what to look out for.'),
      dangerColor: color('Of what is critical.'),
      corners: t.field({ type: enums.CornersEnum, description: 'The corners of elements.' }),
      depth: t.field({ type: enums.DepthEnum, description: 'How far elements stand out.' }),
      links: t.field({ type: enums.LinksStyleEnum, description: 'The look of links in a text.' }),
      font: t.field({ type: 'CustomizationFont', description: 'The font of text.' }),
      monospaceFont: t.field({ type: 'CustomizationMonospaceFont', description: 'The font of code.' }),
      background: t.field({ type: enums.BackgroundEnum, description: 'The background; `tint` says more.' }),
      icons: t.field({ type: enums.IconsStyleEnum, description: 'The style of icons.' }),
      sidebar: t.field({ type: SidebarInput, description: 'The look of the sidebar.' }),
      search: t.field({ type: enums.SearchStyleEnum, description: 'The look of the search.' }),
    }
  },
})

const InternationalizationInput = builder.inputType('CustomizationInternationalizationInput', {
  description: 'The language of what is not content.',
  fields: (t) => ({ locale: t.field({ type: enums.LocaleEnum, description: 'The language.' }) }),
})

const FaviconInput = builder.inputType('CustomizationFaviconInput', {
  description: 'The icon in the tab of the browser: images, an emoji or, with neither, the usual one.',
  fields: (t) => ({
    icon: t.field({ type: ThemedImageInput, description: 'The images.' }),
    emoji: t.string({ description: 'The emoji.', ...limited(limits.emoji) }),
  }),
})

const ContentReferenceInput = builder.inputType('ContentReferenceInput', {
  description: 'Names something in the workspace or outside. Which members it has depends on its kind.',
  fields: (t) => {
    const member = (description: string) => t.string({ description, ...limited(limits.reference) })
    return {
      kind: t.field({ type: ContentReferenceKindEnum, required: true, description: 'What it names.' }),
      file: member('Id of the file.'),
      url: t.string({ description: 'The address.', ...limited(limits.url) }),
      page: member('Id of the page.'),
      anchor: member('Name of the place within the page.'),
      user: member('Id of the user.'),
      collection: member('Id of the collection.'),
      space: member('Id of the space; the same space if absent.'),
      reusableContent: member('Id of the reusable content.'),
      spec: member('Slug of the OpenAPI specification.'),
    }
  },
})

const ContentLinkInput = builder.inputType('CustomizationContentLinkInput', {
  description: 'A link.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Its text.', ...limited(limits.linkTitle) }),
    to: t.field({ type: ContentReferenceInput, required: true, description: 'Where it leads.' }),
  }),
})

const HeaderLinkInput = builder.inputType('CustomizationHeaderLinkInput', {
  description: 'A link in the header, or a menu of links.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Its text.', ...limited(limits.headerLinkTitle) }),
    style: t.field({ type: enums.HeaderLinkStyleEnum, description: 'Its look.' }),
    to: t.field({ type: ContentReferenceInput, description: 'Where it leads; nowhere if absent or null.' }),
    links: t.field({
      type: [ContentLinkInput],
      description: 'The links of its menu; none if absent.',
      ...limited(limits.links),
    }),
    condition: t.string({
      description: 'Expression that decides whether a visitor sees it.',
      ...limited(limits.condition),
    }),
  }),
})

const HeaderInput = builder.inputType('CustomizationHeaderInput', {
  description: 'The header.',
  fields: (t) => ({
    preset: t.field({ type: enums.HeaderPresetEnum, description: 'Its look.' }),
    logo: t.field({ type: ThemedImageInput, description: 'Its logo.' }),
    backgroundColor: t.field({ type: ThemedColorInput, description: 'Its background.' }),
    linkColor: t.field({ type: ThemedColorInput, description: 'The colour of its links.' }),
    links: t.field({ type: [HeaderLinkInput], description: 'Its links.', ...limited(limits.links) }),
  }),
})

const FooterGroupInput = builder.inputType('CustomizationFooterGroupInput', {
  description: 'Links of the footer under one title.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'The title.', ...limited(limits.groupTitle) }),
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
    logo: t.field({ type: ThemedImageInput, description: 'Its logo.' }),
    groups: t.field({ type: [FooterGroupInput], description: 'Its links.', ...limited(limits.groups) }),
    copyright: t.string({ description: 'Who owns the content.', ...limited(limits.copyright) }),
  }),
})

const AnnouncementInput = builder.inputType('CustomizationAnnouncementInput', {
  description: 'A line above every page.',
  fields: (t) => ({
    enabled: t.boolean({ required: true, description: 'Whether it is shown.' }),
    message: t.string({ required: true, description: 'What it says.', ...limited(limits.announcement) }),
    link: t.field({ type: ContentLinkInput, description: 'Where it leads.' }),
    style: t.field({ type: enums.AnnouncementStyleEnum, required: true, description: 'What it means.' }),
  }),
})

const ThemesInput = builder.inputType('CustomizationThemesInput', {
  description: 'Light and dark mode.',
  fields: (t) => ({
    default: t.field({ type: enums.ThemeModeEnum, description: 'The mode at first.' }),
    toggeable: t.boolean({ description: 'Whether readers may choose the other.' }),
  }),
})

const SwitchInput = builder.inputType('CustomizationSwitchInput', {
  description: 'Something that is on or off.',
  fields: (t) => ({ enabled: t.boolean({ description: 'Whether it is on.' }) }),
})

const AIInput = builder.inputType('CustomizationAIInput', {
  description: 'What machines do for readers.',
  fields: (t) => ({
    mode: t.field({ type: enums.AIModeEnum, description: 'What readers may ask.' }),
    pageLinkSummaries: t.field({
      type: SwitchInput,
      description: 'Summaries of the pages that links lead to.',
    }),
  }),
})

const GitInput = builder.inputType('CustomizationGitInput', {
  description: 'Traces of the git repository that content comes from.',
  fields: (t) => ({
    showEditLink: t.boolean({ description: 'Whether pages link to where they can be edited.' }),
  }),
})

const PageActionsInput = builder.inputType('CustomizationPageActionsInput', {
  description: 'What the menu of a page offers.',
  fields: (t) => ({
    externalAI: t.boolean({ description: 'To open the page in an assistant elsewhere.' }),
    markdown: t.boolean({ description: 'To copy or open the page as Markdown.' }),
  }),
})

const ExternalLinksInput = builder.inputType('CustomizationExternalLinksInput', {
  description: 'Links to other sites.',
  fields: (t) => ({
    target: t.field({ type: enums.ExternalLinksTargetEnum, description: 'Where they open.' }),
  }),
})

const UrlInput = builder.inputType('CustomizationUrlInput', {
  description: 'An address.',
  fields: (t) => ({ url: t.string({ description: 'The address.', ...limited(limits.url) }) }),
})

const InsightsInput = builder.inputType('CustomizationInsightsInput', {
  description: 'What is learnt of readers.',
  fields: (t) => ({
    trackingCookie: t.boolean({ description: 'Whether a cookie tells returning readers.' }),
  }),
})

type FieldsOf = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]

/** What can be chosen for a site and for one of its site-spaces alike: everything but the favicon. */
const sharedFields = (t: FieldsOf) => ({
  title: t.string({
    description: 'The title; that of the content if none is chosen.',
    ...limited(limits.title),
  }),
  styling: t.field({ type: StylingInput, description: 'Colours, shapes and fonts.' }),
  internationalization: t.field({
    type: InternationalizationInput,
    description: 'The language of what is not content.',
  }),
  header: t.field({ type: HeaderInput, description: 'The header.' }),
  footer: t.field({ type: FooterInput, description: 'The footer.' }),
  announcement: t.field({ type: AnnouncementInput, description: 'A line above every page.' }),
  themes: t.field({ type: ThemesInput, description: 'Light and dark mode.' }),
  pdf: t.field({ type: SwitchInput, description: 'Export as PDF.' }),
  feedback: t.field({ type: SwitchInput, description: 'Feedback of readers.' }),
  ai: t.field({ type: AIInput, description: 'What machines do for readers.' }),
  aiSearch: t.field({ type: SwitchInput, description: 'Questions in the search.' }),
  advancedCustomization: t.field({ type: SwitchInput, description: 'Advanced customization.' }),
  git: t.field({ type: GitInput, description: 'Traces of the git repository.' }),
  pageActions: t.field({ type: PageActionsInput, description: 'What the menu of a page offers.' }),
  externalLinks: t.field({ type: ExternalLinksInput, description: 'Links to other sites.' }),
  pagination: t.field({ type: SwitchInput, description: 'Links to the next and the previous page.' }),
  trademark: t.field({ type: SwitchInput, description: 'What names the software.' }),
  privacyPolicy: t.field({ type: UrlInput, description: 'The privacy policy.' }),
  socialPreview: t.field({ type: UrlInput, description: 'The image that is shown with links to the site.' }),
  insights: t.field({ type: InsightsInput, description: 'What is learnt of readers.' }),
})

export const SiteCustomizationSettingsInput = builder.inputType('SiteCustomizationSettingsInput', {
  description: 'The look of a site. Everything that is absent or null has its default.',
  fields: (t) => ({
    favicon: t.field({ type: FaviconInput, required: true, description: 'The icon in the tab.' }),
    ...sharedFields(t),
  }),
})

export const SiteSpaceCustomizationSettingsInput = builder.inputType('SiteSpaceCustomizationSettingsInput', {
  description:
    'Changes to the look of a site-space. Absent members stay as they are, null ones are those of the site again.',
  fields: (t) => ({
    favicon: t.field({ type: FaviconInput, description: 'The icon in the tab.' }),
    ...sharedFields(t),
  }),
})
