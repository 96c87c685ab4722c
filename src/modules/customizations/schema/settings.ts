import { builder } from '../../../graphql/builder.ts'
import { ContentReference } from '../../content/schema/reference.ts'
import * as enums from '../enums.ts'
import type {
  Announcement,
  ContentLink,
  Favicon,
  FooterGroup,
  HeaderLink,
  Settings,
  Switch,
  Themed,
} from '../settings.ts'
import { Styling, ThemedColor } from './styling.ts'

const ThemedImage = builder.objectRef<Themed>('ThemedImage').implement({
  description: 'An image for each mode.',
  fields: (t) => ({
    light: t.expose('light', { type: 'URL', description: 'Address of the light one.' }),
    dark: t.expose('dark', { type: 'URL', description: 'Address of the dark one.' }),
  }),
})

const Internationalization = builder
  .objectRef<Settings['internationalization']>('CustomizationInternationalization')
  .implement({
    description: 'The language of what is not content.',
    fields: (t) => ({ locale: t.expose('locale', { type: enums.LocaleEnum, description: 'The language.' }) }),
  })

const FaviconType = builder.objectRef<Favicon>('CustomizationFavicon').implement({
  description: 'The icon in the tab of the browser: images, an emoji or, with neither, the usual one.',
  fields: (t) => ({
    icon: t.expose('icon', { type: ThemedImage, nullable: true, description: 'The images, if it is one.' }),
    emoji: t.exposeString('emoji', { nullable: true, description: 'The emoji, if it is one.' }),
  }),
})

const ContentLinkType = builder.objectRef<ContentLink>('CustomizationContentLink').implement({
  description: 'A link.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Its text.' }),
    to: t.expose('to', { type: ContentReference, description: 'Where it leads.' }),
  }),
})

const HeaderLinkType = builder.objectRef<HeaderLink>('CustomizationHeaderLink').implement({
  description: 'A link in the header, or a menu of links.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Its text.' }),
    style: t.expose('style', { type: enums.HeaderLinkStyleEnum, nullable: true, description: 'Its look.' }),
    to: t.expose('to', {
      type: ContentReference,
      nullable: true,
      description: 'Where it leads; null where it leads nowhere.',
      extensions: { rest: { keepNull: true } },
    }),
    links: t.field({
      type: [ContentLinkType],
      description: 'The links of its menu.',
      resolve: ({ links }) => [...links],
    }),
    condition: t.exposeString('condition', {
      nullable: true,
      description: 'Expression that decides whether a visitor sees it.',
    }),
  }),
})

const Header = builder.objectRef<Settings['header']>('CustomizationHeader').implement({
  description: 'The header.',
  fields: (t) => ({
    preset: t.expose('preset', { type: enums.HeaderPresetEnum, description: 'Its look.' }),
    logo: t.expose('logo', { type: ThemedImage, nullable: true, description: 'Its logo.' }),
    backgroundColor: t.expose('backgroundColor', {
      type: ThemedColor,
      nullable: true,
      description: 'Its background, for the preset `CUSTOM`.',
    }),
    linkColor: t.expose('linkColor', {
      type: ThemedColor,
      nullable: true,
      description: 'The colour of its links, for the preset `CUSTOM`.',
    }),
    links: t.field({
      type: [HeaderLinkType],
      description: 'Its links.',
      resolve: ({ links }) => [...links],
    }),
  }),
})

const FooterGroupType = builder.objectRef<FooterGroup>('CustomizationFooterGroup').implement({
  description: 'Links of the footer under one title.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title.' }),
    links: t.field({
      type: [ContentLinkType],
      description: 'The links.',
      resolve: ({ links }) => [...links],
    }),
  }),
})

const Footer = builder.objectRef<Settings['footer']>('CustomizationFooter').implement({
  description: 'The footer.',
  fields: (t) => ({
    logo: t.expose('logo', { type: ThemedImage, nullable: true, description: 'Its logo.' }),
    groups: t.field({
      type: [FooterGroupType],
      description: 'Its links.',
      resolve: ({ groups }) => [...groups],
    }),
    copyright: t.exposeString('copyright', { nullable: true, description: 'Who owns the content.' }),
  }),
})

const AnnouncementType = builder.objectRef<Announcement>('CustomizationAnnouncement').implement({
  description: 'A line above every page.',
  fields: (t) => ({
    enabled: t.exposeBoolean('enabled', { description: 'Whether it is shown.' }),
    message: t.exposeString('message', { description: 'What it says.' }),
    link: t.expose('link', { type: ContentLinkType, nullable: true, description: 'Where it leads.' }),
    style: t.expose('style', { type: enums.AnnouncementStyleEnum, description: 'What it means.' }),
  }),
})

const Themes = builder.objectRef<Settings['themes']>('CustomizationThemes').implement({
  description: 'Light and dark mode.',
  fields: (t) => ({
    default: t.expose('default', { type: enums.ThemeModeEnum, description: 'The mode at first.' }),
    toggeable: t.exposeBoolean('toggeable', { description: 'Whether readers may choose the other.' }),
  }),
})

const SwitchType = builder.objectRef<Switch>('CustomizationSwitch').implement({
  description: 'Something that is on or off.',
  fields: (t) => ({ enabled: t.exposeBoolean('enabled', { description: 'Whether it is on.' }) }),
})

const AI = builder.objectRef<Settings['ai']>('CustomizationAI').implement({
  description: 'What machines do for readers.',
  fields: (t) => ({
    mode: t.expose('mode', { type: enums.AIModeEnum, description: 'What readers may ask.' }),
    pageLinkSummaries: t.expose('pageLinkSummaries', {
      type: SwitchType,
      description: 'Summaries of the pages that links lead to.',
    }),
  }),
})

const Git = builder.objectRef<Settings['git']>('CustomizationGit').implement({
  description: 'Traces of the git repository that content comes from.',
  fields: (t) => ({
    showEditLink: t.exposeBoolean('showEditLink', {
      description: 'Whether pages link to where they can be edited.',
    }),
  }),
})

const PageActions = builder.objectRef<Settings['pageActions']>('CustomizationPageActions').implement({
  description: 'What the menu of a page offers.',
  fields: (t) => ({
    externalAI: t.exposeBoolean('externalAI', { description: 'To open the page in an assistant elsewhere.' }),
    markdown: t.exposeBoolean('markdown', { description: 'To copy or open the page as Markdown.' }),
  }),
})

const ExternalLinks = builder.objectRef<Settings['externalLinks']>('CustomizationExternalLinks').implement({
  description: 'Links to other sites.',
  fields: (t) => ({
    target: t.expose('target', { type: enums.ExternalLinksTargetEnum, description: 'Where they open.' }),
  }),
})

const Address = builder.objectRef<{ readonly url?: string }>('CustomizationUrl').implement({
  description: 'An address, if one is chosen.',
  fields: (t) => ({ url: t.expose('url', { type: 'URL', nullable: true, description: 'The address.' }) }),
})

const Insights = builder.objectRef<Settings['insights']>('CustomizationInsights').implement({
  description: 'What is learnt of readers.',
  fields: (t) => ({
    trackingCookie: t.exposeBoolean('trackingCookie', {
      description: 'Whether a cookie tells returning readers.',
    }),
  }),
})

export const SiteCustomizationSettings = builder.objectRef<Settings>('SiteCustomizationSettings').implement({
  description:
    'The look of a site or of one of its site-spaces, with the defaults for all that is not chosen.',
  fields: (t) => {
    const toggle = (
      name: 'pdf' | 'feedback' | 'aiSearch' | 'advancedCustomization' | 'pagination' | 'trademark',
      description: string,
    ) => t.expose(name, { type: SwitchType, description })
    return {
      title: t.exposeString('title', {
        nullable: true,
        description: 'The title; that of the content if none is chosen.',
      }),
      styling: t.expose('styling', { type: Styling, description: 'Colours, shapes and fonts.' }),
      internationalization: t.expose('internationalization', {
        type: Internationalization,
        description: 'The language of what is not content.',
      }),
      favicon: t.expose('favicon', { type: FaviconType, description: 'The icon in the tab.' }),
      header: t.expose('header', { type: Header, description: 'The header.' }),
      footer: t.expose('footer', { type: Footer, description: 'The footer.' }),
      announcement: t.expose('announcement', {
        type: AnnouncementType,
        nullable: true,
        description: 'A line above every page.',
      }),
      themes: t.expose('themes', { type: Themes, description: 'Light and dark mode.' }),
      pdf: toggle('pdf', 'Export as PDF.'),
      feedback: toggle('feedback', 'Feedback of readers.'),
      ai: t.expose('ai', { type: AI, description: 'What machines do for readers.' }),
      aiSearch: toggle('aiSearch', 'Questions in the search.'),
      advancedCustomization: toggle('advancedCustomization', 'Advanced customization.'),
      git: t.expose('git', { type: Git, description: 'Traces of the git repository.' }),
      pageActions: t.expose('pageActions', {
        type: PageActions,
        description: 'What the menu of a page offers.',
      }),
      externalLinks: t.expose('externalLinks', { type: ExternalLinks, description: 'Links to other sites.' }),
      pagination: toggle('pagination', 'Links to the next and the previous page.'),
      trademark: toggle('trademark', 'What names the software.'),
      privacyPolicy: t.expose('privacyPolicy', { type: Address, description: 'The privacy policy.' }),
      socialPreview: t.expose('socialPreview', {
        type: Address,
        description: 'The image that is shown with links to the site.',
      }),
      insights: t.expose('insights', { type: Insights, description: 'What is learnt of readers.' }),
    }
  },
})
