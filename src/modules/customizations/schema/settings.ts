import { emojiCodePoints } from '../../../formats/page/syntax/emoji-names.ts'
import { builder } from '../../../graphql/builder.ts'
import { localizedField } from '../../../graphql/localized-text.ts'
import { ContentReference } from '../../content/schema/reference.ts'
import { pageActionsOf } from '../defaults.ts'
import * as enums from '../enums.ts'
import { type Customization, versionOf } from '../service.ts'
import type {
  Announcement,
  ContentLink,
  Favicon,
  FooterGroup,
  HeaderLink,
  PageAction,
  Settings,
  SocialAccount,
  Switch,
  Themed,
} from '../settings.ts'
import { orDefault, Styling, ThemedColor } from './styling.ts'

const ThemedImage = builder.objectRef<Themed>('ThemedImage').implement({
  description: 'An image for each theme.',
  fields: (t) => ({
    light: t.expose('light', { type: 'URL', description: 'URL of the image for the light theme.' }),
    dark: t.expose('dark', { type: 'URL', description: 'URL of the image for the dark theme.' }),
  }),
})

const Internationalization = builder
  .objectRef<Settings['internationalization']>('CustomizationInternationalization')
  .implement({
    description: 'Language of the user interface.',
    fields: (t) => ({
      locale: t.expose('locale', { type: enums.LocaleEnum, description: 'Language of the user interface.' }),
    }),
  })

const FaviconType = builder.objectRef<Favicon>('CustomizationFavicon').implement({
  description: 'The favicon: images or an emoji. With neither, it is the icon of the site.',
  fields: (t) => ({
    icon: t.expose('icon', {
      type: ThemedImage,
      nullable: true,
      description: 'Images. Null if the icon is an emoji, or not set.',
    }),
    emoji: t.string({
      nullable: true,
      description: 'Emoji. Null if the icon is an image, or not set.',
      args: {
        asCode: t.arg.boolean({
          description: 'Whether to return its code points, such as `1f680`. Defaults to false.',
        }),
      },
      resolve: ({ emoji }, { asCode }) => (emoji && asCode ? emojiCodePoints(emoji) : emoji),
    }),
  }),
})

const ContentLinkType = builder.objectRef<ContentLink>('CustomizationContentLink').implement({
  description: 'A link.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Text of the link.' }),
    localizedTitle: t.field(localizedField('localizedTitle', 'Text of the link in other languages.')),
    to: t.expose('to', { type: ContentReference, description: 'Target of the link.' }),
  }),
})

const HeaderLinkType = builder.objectRef<HeaderLink>('CustomizationHeaderLink').implement({
  description: 'A link in the header, or a menu of links.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Text of the link.' }),
    localizedTitle: t.field(localizedField('localizedTitle', 'Text of the link in other languages.')),
    style: t.expose('style', {
      type: enums.HeaderLinkStyleEnum,
      nullable: true,
      description: 'Style of the link. Null if not set.',
    }),
    to: t.expose('to', {
      type: ContentReference,
      nullable: true,
      description: 'Target of the link. Null for a menu without its own target.',
      extensions: { rest: { keepNull: true } },
    }),
    links: t.field({
      type: [ContentLinkType],
      description: 'Links of the menu.',
      resolve: ({ links }) => [...links],
    }),
    condition: t.exposeString('condition', {
      nullable: true,
      description:
        'Condition on the claims of a visitor. Visitors see the link only if it holds. Null if all visitors see it.',
    }),
  }),
})

const Header = builder.objectRef<Settings['header']>('CustomizationHeader').implement({
  description: 'The header.',
  fields: (t) => ({
    preset: t.expose('preset', { type: enums.HeaderPresetEnum, description: 'Style of the header.' }),
    logo: t.expose('logo', { type: ThemedImage, nullable: true, description: 'Logo. Null if not set.' }),
    primaryLink: t.expose('primaryLink', {
      type: ContentReference,
      nullable: true,
      description: 'Target of the title and the logo. Null if it is the first page of the site.',
    }),
    backgroundColor: t.expose('backgroundColor', {
      type: ThemedColor,
      nullable: true,
      description: 'Background color, for the preset `CUSTOM`. Null if not set.',
    }),
    linkColor: t.expose('linkColor', {
      type: ThemedColor,
      nullable: true,
      description: 'Color of links, for the preset `CUSTOM`. Null if not set.',
    }),
    links: t.field({
      type: [HeaderLinkType],
      description: 'Links and menus of the header, in order.',
      resolve: ({ links }) => [...links],
    }),
  }),
})

const FooterGroupType = builder.objectRef<FooterGroup>('CustomizationFooterGroup').implement({
  description: 'A group of links in the footer.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title above the links.' }),
    localizedTitle: t.field(localizedField('localizedTitle', 'The title in other languages.')),
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
    logo: t.expose('logo', { type: ThemedImage, nullable: true, description: 'Logo. Null if not set.' }),
    groups: t.field({
      type: [FooterGroupType],
      description: 'Groups of links in the footer, in order.',
      resolve: ({ groups }) => [...groups],
    }),
    copyright: t.exposeString('copyright', {
      nullable: true,
      description: 'Copyright notice, as plain text. Null if not set.',
    }),
  }),
})

const AnnouncementType = builder.objectRef<Announcement>('CustomizationAnnouncement').implement({
  description: 'Announcement banner above every page.',
  fields: (t) => ({
    enabled: t.exposeBoolean('enabled', { description: 'Whether the announcement is shown.' }),
    message: t.exposeString('message', { description: 'Text of the announcement.' }),
    localizedMessage: t.field(
      localizedField('localizedMessage', 'Text of the announcement in other languages.'),
    ),
    link: t.expose('link', {
      type: ContentLinkType,
      nullable: true,
      description: 'Link after the message. Null if there is none.',
    }),
    style: t.expose('style', {
      type: enums.AnnouncementStyleEnum,
      description: 'Style of the announcement.',
    }),
  }),
})

const Themes = builder.objectRef<Settings['themes']>('CustomizationThemes').implement({
  description:
    'Light and dark theme. A site for which nobody chose shows the theme of the system, with a switch, whatever defaults are listed here.',
  fields: (t) => ({
    default: t.expose('default', {
      type: enums.ThemeModeEnum,
      description: 'Theme before visitors choose one.',
    }),
    toggleable: t.exposeBoolean('toggeable', { description: 'Whether visitors may switch the theme.' }),
  }),
})

const SwitchType = builder.objectRef<Switch>('CustomizationSwitch').implement({
  description: 'A feature that can be enabled.',
  fields: (t) => ({
    enabled: t.exposeBoolean('enabled', { description: 'Whether the feature is enabled.' }),
  }),
})

const AI = builder.objectRef<Settings['ai']>('CustomizationAI').implement({
  description: 'AI features for visitors.',
  fields: (t) => ({
    mode: t.expose('mode', { type: enums.AIModeEnum, description: 'Mode of the AI features.' }),
    greeting: t.exposeString('greeting', {
      nullable: true,
      description: 'First message of an assistant. Null if not set.',
    }),
    localizedGreeting: t.field(localizedField('localizedGreeting', 'The first message in other languages.')),
    suggestions: t.field({
      type: ['String'],
      nullable: true,
      description: 'Questions that are suggested at the start. Null if not set.',
      resolve: ({ suggestions }) => suggestions && [...suggestions],
    }),
    instructions: t.exposeString('instructions', {
      nullable: true,
      description:
        'Instructions for an assistant. Null if not set, and for everybody but administrators of the site.',
    }),
    pageLinkSummaries: t.expose('pageLinkSummaries', {
      type: SwitchType,
      description: 'Previews of linked pages with a generated summary.',
    }),
  }),
})

const Git = builder.objectRef<Settings['git']>('CustomizationGit').implement({
  description: 'References to the git repository of the content.',
  fields: (t) => ({
    showEditLink: t.exposeBoolean('showEditLink', {
      description: 'Whether pages have a link for editing them in the repository.',
    }),
  }),
})

type ShownPageActions = Settings['pageActions'] & { readonly shown: readonly PageAction[] }

const PageActions = builder.objectRef<ShownPageActions>('CustomizationPageActions').implement({
  description: 'Actions in the menu of a page.',
  fields: (t) => ({
    externalAI: t.exposeBoolean('externalAI', {
      description: 'Whether the page can be opened in an external assistant.',
    }),
    markdown: t.exposeBoolean('markdown', {
      description: 'Whether the page can be copied and opened as Markdown.',
    }),
    items: t.field({
      type: [enums.PageActionEnum],
      nullable: true,
      description:
        'The actions in their order. Null if they are not chosen as a list, but enabled one by one.',
      args: { orDefault: orDefault(t) },
      resolve: ({ items, shown }, { orDefault }) => (orDefault ? [...shown] : items && [...items]),
    }),
  }),
})

const SocialAccountDisplay = builder
  .objectRef<SocialAccount['display']>('CustomizationSocialAccountDisplay')
  .implement({
    description: 'The parts of a site that link to an account.',
    fields: (t) => ({
      footer: t.exposeBoolean('footer', { description: 'Whether the footer has a link to it.' }),
      header: t.exposeBoolean('header', { description: 'Whether the header has a link to it.' }),
    }),
  })

const SocialAccountType = builder.objectRef<SocialAccount>('CustomizationSocialAccount').implement({
  description: 'An account on a social platform.',
  fields: (t) => ({
    platform: t.expose('platform', {
      type: enums.SocialPlatformEnum,
      description: 'Platform of the account.',
    }),
    handle: t.exposeString('handle', { description: 'The name of the account, without a sign before it.' }),
    display: t.expose('display', {
      type: SocialAccountDisplay,
      description: 'The parts of the site that link to the account.',
    }),
  }),
})

const ExternalLinks = builder.objectRef<Settings['externalLinks']>('CustomizationExternalLinks').implement({
  description: 'Links to other sites.',
  fields: (t) => ({
    target: t.expose('target', {
      type: enums.ExternalLinksTargetEnum,
      description: 'The tab in which the links open.',
    }),
  }),
})

const Address = builder.objectRef<{ readonly url?: string }>('CustomizationUrl').implement({
  description: 'A URL.',
  fields: (t) => ({
    url: t.expose('url', {
      type: 'URL',
      nullable: true,
      description: 'The http or https URL. Null if not set.',
    }),
  }),
})

const Insights = builder.objectRef<Settings['insights']>('CustomizationInsights').implement({
  description: 'Analytics of visitors.',
  fields: (t) => ({
    trackingCookie: t.exposeBoolean('trackingCookie', {
      description: 'Whether a cookie identifies returning visitors.',
    }),
  }),
})

/** Settings, and where they are those of one object, what was chosen for it. */
type ShownSettings = Settings & Partial<Pick<Customization, 'updatedAt' | 'hasOverrides' | 'chosen'>>

export const SiteCustomizationSettings = builder
  .objectRef<ShownSettings>('SiteCustomizationSettings')
  .implement({
    description:
      'The complete customization of a site or a site-space, with defaults for settings that are not chosen.',
    fields: (t) => {
      const toggle = (
        name: 'pdf' | 'feedback' | 'aiSearch' | 'advancedCustomization' | 'pagination' | 'trademark',
        description: string,
      ) => t.expose(name, { type: SwitchType, description })
      return {
        title: t.exposeString('title', {
          nullable: true,
          description: 'The title of the site. Null if not set: then it is the title of the content.',
        }),
        localizedTitle: t.field(
          localizedField('localizedTitle', 'The title of the site in other languages.'),
        ),
        styling: t.expose('styling', { type: Styling, description: 'Colors, shapes and fonts.' }),
        internationalization: t.expose('internationalization', {
          type: Internationalization,
          description: 'Language of the user interface.',
        }),
        favicon: t.expose('favicon', { type: FaviconType, description: 'Icon of the site in browsers.' }),
        header: t.expose('header', { type: Header, description: 'Logo, colors and links of the header.' }),
        footer: t.expose('footer', {
          type: Footer,
          description: 'Logo, links and copyright notice of the footer.',
        }),
        announcement: t.expose('announcement', {
          type: AnnouncementType,
          nullable: true,
          description: 'Announcement banner above every page. Null if there is none.',
        }),
        themes: t.expose('themes', { type: Themes, description: 'Light and dark theme.' }),
        pdf: toggle('pdf', 'PDF export of pages.'),
        feedback: toggle('feedback', 'Page ratings by visitors.'),
        ai: t.expose('ai', { type: AI, description: 'AI features for visitors.' }),
        aiSearch: toggle('aiSearch', 'Questions in the search, answered by AI.'),
        advancedCustomization: toggle('advancedCustomization', 'Whether advanced customization is enabled.'),
        git: t.expose('git', { type: Git, description: 'References to the git repository of the content.' }),
        pageActions: t.field({
          type: PageActions,
          description: 'Actions in the menu of a page.',
          resolve: (settings) => ({ ...settings.pageActions, shown: pageActionsOf(settings) }),
        }),
        externalLinks: t.expose('externalLinks', {
          type: ExternalLinks,
          description: 'Links to other sites.',
        }),
        pagination: toggle('pagination', 'Links to the next and the previous page.'),
        trademark: toggle('trademark', 'Trademark of the software.'),
        privacyPolicy: t.expose('privacyPolicy', {
          type: Address,
          description: 'URL of the privacy policy.',
        }),
        socialPreview: t.expose('socialPreview', {
          type: Address,
          description: 'Image of link previews.',
        }),
        socialAccounts: t.field({
          type: [SocialAccountType],
          nullable: true,
          description: 'Accounts on social platforms. Null if none are chosen. The default is an empty list.',
          args: { orDefault: orDefault(t) },
          resolve: ({ socialAccounts }, { orDefault }) =>
            socialAccounts ? [...socialAccounts] : orDefault ? [] : null,
        }),
        insights: t.expose('insights', { type: Insights, description: 'Analytics of visitors.' }),
        updatedAt: t.expose('updatedAt', {
          type: 'DateTime',
          nullable: true,
          description: 'The date and time of the last change. Null if nothing was ever chosen.',
        }),
        hasOverrides: t.exposeBoolean('hasOverrides', {
          nullable: true,
          description: 'Whether the site-space has settings of its own. Null for a site.',
        }),
        version: t.string({
          nullable: true,
          description:
            'Version of what was chosen, which changes with it: the `expectedVersion` of a change. Null in published sites.',
          resolve: ({ chosen }) => chosen && versionOf(chosen),
        }),
      }
    },
  })
