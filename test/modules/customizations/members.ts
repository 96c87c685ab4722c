import { codeThemeOf } from '../../../src/modules/customizations/defaults.ts'
import type { Settings } from '../../../src/modules/customizations/settings.ts'

/** A member that is chosen for itself: its value if nothing is chosen, and two values to choose. */
export interface MemberTrial {
  readonly path: string
  /** Undefined where the member is absent unless it is chosen. */
  readonly default: unknown
  readonly one: unknown
  readonly other: unknown
}

const both = (color: string) => ({ light: color, dark: '#123456' })
const images = (name: string) => ({ light: `https://example.com/${name}`, dark: 'https://example.com/dark' })
const same = (color: string) => ({ light: color, dark: color })
const web = (path: string) => ({ kind: 'url', url: `https://example.com/${path}` })
const link = (title: string) => ({ title, to: web(title) })
const font = (id: string) => ({
  id,
  custom: true,
  fontFamily: 'Own',
  fontFaces: [{ weight: 700, sources: [{ url: 'https://example.com/font.woff2', format: 'woff2' }] }],
})
const headerLink = (title: string) => ({
  ...link(title),
  localizedTitle: { fr: `${title} fr` },
  links: [{ ...link('Below'), localizedTitle: {} }],
})
const announcement = (message: string) => ({
  enabled: true,
  message,
  localizedMessage: { ja: message },
  style: 'info',
})
const account = (handle: string) => ({
  platform: 'github',
  handle,
  display: { footer: true, header: false },
})
const code = (name: string) => ({ light: `${name}-light`, dark: `${name}-dark` })

const trial = (path: string, byDefault: unknown, one: unknown, other: unknown): MemberTrial => ({
  path,
  default: byDefault,
  one,
  other,
})

/** Every member of the settings, as the specification and the published contract name them. */
export const memberTrials: readonly MemberTrial[] = [
  trial('title', undefined, 'One', 'Another'),
  trial('localizedTitle', undefined, { fr: 'Un' }, { de: 'Zwei', 'pt-br': 'Dois' }),
  trial('styling.theme', 'clean', 'bold', 'gradient'),
  trial('styling.primaryColor', same('#346DDB'), both('#111'), both('#222')),
  trial('styling.tint', undefined, { color: both('#111') }, { color: both('#222') }),
  trial('styling.infoColor', same('#787878'), both('#111'), both('#222')),
  trial('styling.successColor', same('#00C950'), both('#111'), both('#222')),
  trial('styling.warningColor', same('#FE9A00'), both('#111'), both('#222')),
  trial('styling.dangerColor', same('#FB2C36'), both('#111'), both('#222')),
  trial('styling.corners', 'rounded', 'straight', 'circular'),
  trial('styling.depth', 'subtle', 'flat', 'subtle'),
  trial('styling.links', 'default', 'accent', 'default'),
  trial('styling.font', 'Inter', 'ABCFavorit', font('one')),
  trial('styling.headingFont', null, 'Lato', font('three')),
  trial('styling.monospaceFont', 'IBMPlexMono', font('two'), 'DMMono'),
  trial('styling.background', 'plain', 'match', 'plain'),
  trial('styling.icons', 'regular', 'solid', 'thin'),
  trial('styling.codeTheme.default', code('default'), code('github'), code('vitesse')),
  trial('styling.codeTheme.openapi', code('default'), code('vitesse'), code('github')),
  trial('styling.sidebar.background', 'default', 'filled', 'default'),
  trial('styling.sidebar.list', 'default', 'pill', 'line'),
  trial('styling.search', 'prominent', 'subtle', 'prominent'),
  trial('internationalization.locale', 'en', 'pt-br', 'zh'),
  trial('favicon', {}, { emoji: '🐹' }, { icon: images('icon') }),
  trial('header.preset', 'default', 'custom', 'none'),
  trial('header.logo', undefined, images('one'), images('other')),
  trial('header.primaryLink', undefined, web('home'), { kind: 'space', space: 's' }),
  trial('header.backgroundColor', undefined, both('#111'), both('#222')),
  trial('header.linkColor', undefined, both('#111'), both('#222')),
  trial('header.links', [], [headerLink('One'), headerLink('Two')], [headerLink('Three')]),
  trial('footer.logo', undefined, images('one'), images('other')),
  trial(
    'footer.groups',
    [],
    [{ title: 'One', localizedTitle: { es: 'Uno' }, links: [link('A')] }],
    [{ title: 'Two', links: [] }],
  ),
  trial('footer.copyright', undefined, '© One', ''),
  trial('announcement', undefined, announcement('One'), { ...announcement('Two'), link: link('There') }),
  trial('themes.default', 'light', 'dark', 'system'),
  trial('themes.toggeable', false, true, false),
  trial('pdf.enabled', true, false, true),
  trial('feedback.enabled', false, true, false),
  trial('ai.mode', 'none', 'search', 'assistant'),
  trial('ai.greeting', undefined, 'Hello', 'Hi'),
  trial('ai.localizedGreeting', undefined, { fr: 'Bonjour' }, { fr: 'Salut' }),
  trial('ai.suggestions', undefined, ['What is it?'], ['Why?', 'How?']),
  trial('ai.instructions', undefined, 'Be brief.', 'Be\nkind.'),
  trial('ai.pageLinkSummaries.enabled', false, true, false),
  trial('aiSearch.enabled', true, false, true),
  trial('advancedCustomization.enabled', true, false, true),
  trial('git.showEditLink', false, true, false),
  trial('pageActions.externalAI', true, false, true),
  trial('pageActions.markdown', true, false, true),
  trial('externalLinks.target', 'self', 'blank', 'self'),
  trial('pagination.enabled', true, false, true),
  trial('trademark.enabled', true, false, true),
  trial('privacyPolicy.url', undefined, 'https://example.com/1', 'http://example.com/2'),
  trial('socialPreview.url', undefined, 'https://example.com/1', 'http://example.com/2'),
  trial('socialAccounts', [], [account('github')], [account('x'), account('y')]),
  trial('insights.trackingCookie', true, false, true),
]

/** Members that hold nothing but members of their own, and so are there even where none of these is chosen. */
const holders = ['header', 'footer', 'privacyPolicy', 'socialPreview']

type Members = Record<string, unknown>

export const valueAt = (settings: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Members | undefined)?.[key], settings)

/** Returns a body that names these members and no other. */
export function bodyOf(values: Iterable<readonly [path: string, value: unknown]>): Members {
  const body: Members = {}
  for (const [path, value] of values) {
    const keys = path.split('.')
    const last = keys.pop() as string
    let place = body
    for (const key of keys) {
      place[key] ??= {}
      place = place[key] as Members
    }
    place[last] = value
  }
  return body
}

/** Returns an answer without what follows from other members or from the time. */
export function chosenOf({
  updatedAt: _time,
  hasOverrides: _own,
  pageActions,
  ...settings
}: Members): Members {
  const { items: _derived, ...actions } = pageActions as Members
  return { ...settings, pageActions: actions }
}

/** Returns settings as REST sends them: with the defaults of members that the graph has as null. */
export function completed({ styling, ...settings }: Settings): unknown {
  const { headingFont = null } = styling
  return {
    ...settings,
    styling: { ...styling, headingFont, codeTheme: codeThemeOf(styling) },
    socialAccounts: settings.socialAccounts ?? [],
  }
}

/** Returns the whole settings with these values in place of the defaults. */
export function settingsWith(values: ReadonlyMap<string, unknown>): unknown {
  const chosen = memberTrials
    .map(({ path, default: byDefault }) => [path, values.has(path) ? values.get(path) : byDefault] as const)
    .filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(holders.map((name) => [name, {}])), ...bodyOf(chosen) }
}
