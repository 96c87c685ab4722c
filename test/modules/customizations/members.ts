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
const link = (title: string) => ({ title, to: { kind: 'url', url: `https://example.com/${title}` } })
const font = (id: string) => ({
  id,
  custom: true,
  fontFamily: 'Own',
  fontFaces: [{ weight: 700, sources: [{ url: 'https://example.com/font.woff2', format: 'woff2' }] }],
})
const headerLink = (title: string) => ({ ...link(title), links: [link('Below')] })
const announcement = (message: string) => ({ enabled: true, message, style: 'info' })

const trial = (path: string, byDefault: unknown, one: unknown, other: unknown): MemberTrial => ({
  path,
  default: byDefault,
  one,
  other,
})

/** Every member of the settings, as the specification and the published contract name them. */
export const memberTrials: readonly MemberTrial[] = [
  trial('title', undefined, 'One', 'Another'),
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
  trial('styling.monospaceFont', 'IBMPlexMono', font('two'), 'DMMono'),
  trial('styling.background', 'plain', 'match', 'plain'),
  trial('styling.icons', 'regular', 'solid', 'thin'),
  trial('styling.sidebar.background', 'default', 'filled', 'default'),
  trial('styling.sidebar.list', 'default', 'pill', 'line'),
  trial('styling.search', 'prominent', 'subtle', 'prominent'),
  trial('internationalization.locale', 'en', 'pt-br', 'zh'),
  trial('favicon', {}, { emoji: '🐹' }, { icon: images('icon') }),
  trial('header.preset', 'default', 'custom', 'none'),
  trial('header.logo', undefined, images('one'), images('other')),
  trial('header.backgroundColor', undefined, both('#111'), both('#222')),
  trial('header.linkColor', undefined, both('#111'), both('#222')),
  trial('header.links', [], [headerLink('One'), headerLink('Two')], [headerLink('Three')]),
  trial('footer.logo', undefined, images('one'), images('other')),
  trial('footer.groups', [], [{ title: 'One', links: [link('A')] }], [{ title: 'Two', links: [] }]),
  trial('footer.copyright', undefined, '© One', ''),
  trial('announcement', undefined, announcement('One'), { ...announcement('Two'), link: link('There') }),
  trial('themes.default', 'light', 'dark', 'light'),
  trial('themes.toggeable', false, true, false),
  trial('pdf.enabled', true, false, true),
  trial('feedback.enabled', false, true, false),
  trial('ai.mode', 'none', 'search', 'assistant'),
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

/** Returns the whole settings with these values in place of the defaults. */
export function settingsWith(values: ReadonlyMap<string, unknown>): unknown {
  const chosen = memberTrials
    .map(({ path, default: byDefault }) => [path, values.has(path) ? values.get(path) : byDefault] as const)
    .filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(holders.map((name) => [name, {}])), ...bodyOf(chosen) }
}
