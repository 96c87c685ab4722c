import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { HomeScreen } from '../home/home-screen.tsx'
import { loadOtherTexts } from './texts.ts'

type Screen = ComponentType<Record<string, string>>

interface ScreenRoute {
  readonly path: string
  readonly screen: Screen | LazyExoticComponent<Screen>
}

/** Returns a screen that is loaded when it is first shown. */
const loaded = <Module extends Record<Name, ComponentType<never>>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Screen> =>
  lazy(async () => {
    const [module] = await Promise.all([load(), loadOtherTexts()])
    return { default: module[name] as unknown as Screen }
  })

const site = loaded(() => import('../site/site-screen.tsx'), 'SiteScreen')

const editor = loaded(() => import('../editor/editor-screen.tsx'), 'EditorScreen')

/** The screens by their paths. Each takes the variables of its path as properties. */
export const routes: readonly ScreenRoute[] = [
  // Most begin here: it is loaded with what all screens share.
  { path: '/o/:organization', screen: HomeScreen as unknown as Screen },
  {
    path: '/o/:organization/members',
    screen: loaded(() => import('../members/members-screen.tsx'), 'MembersScreen'),
  },
  {
    path: '/o/:organization/members/:user',
    screen: loaded(() => import('../members/member-screen.tsx'), 'MemberScreen'),
  },
  {
    path: '/o/:organization/teams',
    screen: loaded(() => import('../teams/teams-screen.tsx'), 'TeamsScreen'),
  },
  {
    path: '/o/:organization/teams/:team',
    screen: loaded(() => import('../teams/team-screen.tsx'), 'TeamScreen'),
  },
  {
    path: '/o/:organization/sign-in',
    screen: loaded(() => import('../sign-in/sign-in-screen.tsx'), 'SignInScreen'),
  },
  {
    path: '/o/:organization/domains',
    screen: loaded(() => import('../domains/domains-screen.tsx'), 'DomainsScreen'),
  },
  {
    path: '/o/:organization/tokens',
    screen: loaded(() => import('../tokens/tokens-screen.tsx'), 'TokensScreen'),
  },
  {
    path: '/o/:organization/member-tokens',
    screen: loaded(() => import('../tokens/member-tokens-screen.tsx'), 'MemberTokensScreen'),
  },
  {
    path: '/o/:organization/settings',
    screen: loaded(() => import('../organization/settings-screen.tsx'), 'SettingsScreen'),
  },
  {
    path: '/o/:organization/audit-log',
    screen: loaded(() => import('../audit-log/audit-log-screen.tsx'), 'AuditLogScreen'),
  },
  {
    path: '/o/:organization/imports',
    screen: loaded(() => import('../imports/imports-screen.tsx'), 'ImportsScreen'),
  },
  {
    path: '/o/:organization/imports/:run',
    screen: loaded(() => import('../imports/import-report-screen.tsx'), 'ImportReportScreen'),
  },
  {
    path: '/o/:organization/jobs',
    screen: loaded(() => import('../jobs/jobs-screen.tsx'), 'JobsScreen'),
  },
  {
    path: '/o/:organization/custom-fields',
    screen: loaded(() => import('../custom-fields/custom-fields-screen.tsx'), 'CustomFieldsScreen'),
  },
  {
    path: '/o/:organization/openapi',
    screen: loaded(() => import('../specifications/specifications-screen.tsx'), 'SpecificationsScreen'),
  },
  {
    path: '/o/:organization/openapi/:slug',
    screen: loaded(() => import('../specifications/specification-screen.tsx'), 'SpecificationScreen'),
  },
  {
    path: '/o/:organization/translations',
    screen: loaded(() => import('../translations/translations-screen.tsx'), 'TranslationsScreen'),
  },
  {
    path: '/o/:organization/webhooks',
    screen: loaded(() => import('../webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
  },
  {
    path: '/o/:organization/webhooks/:webhook',
    screen: loaded(() => import('../webhooks/webhook-screen.tsx'), 'WebhookScreen'),
  },
  {
    path: '/o/:organization/trash',
    screen: loaded(() => import('../trash/trash-screen.tsx'), 'TrashScreen'),
  },
  { path: '/o/:organization/sites/:site', screen: site },
  { path: '/o/:organization/sites/:site/:part', screen: site },
  {
    path: '/c/:collection',
    screen: loaded(() => import('../collection/collection-screen.tsx'), 'CollectionScreen'),
  },
  { path: '/s/:space', screen: loaded(() => import('../space/space-screen.tsx'), 'SpaceScreen') },
  { path: '/s/:space/pages/:page', screen: loaded(() => import('../page/page-screen.tsx'), 'PageScreen') },
  { path: '/s/:space/files', screen: loaded(() => import('../files/files-screen.tsx'), 'FilesScreen') },
  {
    path: '/s/:space/access',
    screen: loaded(() => import('../sharing/sharing-screen.tsx'), 'SharingScreen'),
  },
  { path: '/s/:space/links', screen: loaded(() => import('../links/links-screen.tsx'), 'LinksScreen') },
  { path: '/s/:space/git', screen: loaded(() => import('../git/git-screen.tsx'), 'GitScreen') },
  {
    path: '/s/:space/revisions',
    screen: loaded(() => import('../revision/revision-list-screen.tsx'), 'RevisionListScreen'),
  },
  {
    path: '/s/:space/revisions/:revision',
    screen: loaded(() => import('../revision/revision-screen.tsx'), 'RevisionScreen'),
  },
  {
    path: '/o/:organization/change-requests',
    screen: loaded(
      () => import('../change-request/change-request-list-screen.tsx'),
      'ChangeRequestListScreen',
    ),
  },
  {
    path: '/s/:space/~/changes/:number',
    screen: loaded(() => import('../change-request/change-request-screen.tsx'), 'ChangeRequestScreen'),
  },
  {
    path: '/s/:space/~/changes/:number/pages/:page',
    screen: loaded(() => import('../change-request/proposed-page-screen.tsx'), 'ProposedPageScreen'),
  },
  { path: '/s/:space/pages/:page/edit', screen: editor },
  { path: '/s/:space/~/changes/:number/pages/:page/edit', screen: editor },
]
