import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { HomeScreen } from '../home/home-screen.tsx'
import { loadOtherTexts } from './texts.ts'

type Screen = ComponentType<Record<string, string>>

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
export const routes: Readonly<Record<string, Screen | LazyExoticComponent<Screen>>> = {
  // Most begin here: it is loaded with what all screens share.
  '/o/:organization': HomeScreen as unknown as Screen,
  '/o/:organization/members': loaded(() => import('../members/members-screen.tsx'), 'MembersScreen'),
  '/o/:organization/members/:user': loaded(() => import('../members/member-screen.tsx'), 'MemberScreen'),
  '/o/:organization/teams': loaded(() => import('../teams/teams-screen.tsx'), 'TeamsScreen'),
  '/o/:organization/teams/:team': loaded(() => import('../teams/team-screen.tsx'), 'TeamScreen'),
  '/o/:organization/sign-in': loaded(() => import('../sign-in/sign-in-screen.tsx'), 'SignInScreen'),
  '/o/:organization/domains': loaded(() => import('../domains/domains-screen.tsx'), 'DomainsScreen'),
  '/o/:organization/tokens': loaded(() => import('../tokens/tokens-screen.tsx'), 'TokensScreen'),
  '/o/:organization/member-tokens': loaded(
    () => import('../tokens/member-tokens-screen.tsx'),
    'MemberTokensScreen',
  ),
  '/o/:organization/settings': loaded(() => import('../organization/settings-screen.tsx'), 'SettingsScreen'),
  '/o/:organization/audit-log': loaded(() => import('../audit-log/audit-log-screen.tsx'), 'AuditLogScreen'),
  '/o/:organization/imports': loaded(() => import('../imports/imports-screen.tsx'), 'ImportsScreen'),
  '/o/:organization/imports/:run': loaded(
    () => import('../imports/import-report-screen.tsx'),
    'ImportReportScreen',
  ),
  '/o/:organization/jobs': loaded(() => import('../jobs/jobs-screen.tsx'), 'JobsScreen'),
  '/o/:organization/custom-fields': loaded(
    () => import('../custom-fields/custom-fields-screen.tsx'),
    'CustomFieldsScreen',
  ),
  '/o/:organization/openapi': loaded(
    () => import('../specifications/specifications-screen.tsx'),
    'SpecificationsScreen',
  ),
  '/o/:organization/openapi/:slug': loaded(
    () => import('../specifications/specification-screen.tsx'),
    'SpecificationScreen',
  ),
  '/o/:organization/translations': loaded(
    () => import('../translations/translations-screen.tsx'),
    'TranslationsScreen',
  ),
  '/o/:organization/webhooks': loaded(() => import('../webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
  '/o/:organization/webhooks/:webhook': loaded(
    () => import('../webhooks/webhook-screen.tsx'),
    'WebhookScreen',
  ),
  '/o/:organization/trash': loaded(() => import('../trash/trash-screen.tsx'), 'TrashScreen'),
  '/o/:organization/sites/:site': site,
  '/o/:organization/sites/:site/:part': site,
  '/c/:collection': loaded(() => import('../collection/collection-screen.tsx'), 'CollectionScreen'),
  '/s/:space': loaded(() => import('../space/space-screen.tsx'), 'SpaceScreen'),
  '/s/:space/pages/:page': loaded(() => import('../page/page-screen.tsx'), 'PageScreen'),
  '/s/:space/files': loaded(() => import('../files/files-screen.tsx'), 'FilesScreen'),
  '/s/:space/access': loaded(() => import('../sharing/sharing-screen.tsx'), 'SharingScreen'),
  '/s/:space/links': loaded(() => import('../links/links-screen.tsx'), 'LinksScreen'),
  '/s/:space/git': loaded(() => import('../git/git-screen.tsx'), 'GitScreen'),
  '/s/:space/revisions': loaded(() => import('../revision/revision-list-screen.tsx'), 'RevisionListScreen'),
  '/s/:space/revisions/:revision': loaded(() => import('../revision/revision-screen.tsx'), 'RevisionScreen'),
  '/o/:organization/change-requests': loaded(
    () => import('../change-request/change-request-list-screen.tsx'),
    'ChangeRequestListScreen',
  ),
  '/s/:space/~/changes/:number': loaded(
    () => import('../change-request/change-request-screen.tsx'),
    'ChangeRequestScreen',
  ),
  '/s/:space/~/changes/:number/pages/:page': loaded(
    () => import('../change-request/proposed-page-screen.tsx'),
    'ProposedPageScreen',
  ),
  '/s/:space/pages/:page/edit': editor,
  '/s/:space/~/changes/:number/pages/:page/edit': editor,
}
