const both = (color: string) => ({ light: color, dark: '#123' })
const images = (name: string) => ({
  light: `https://images.example.com/${name}.png`,
  dark: `https://images.example.com/${name}-dark.png`,
})
const web = { kind: 'url', url: 'https://example.com/there' }

/** Settings that choose every member, and each of them other than its default. */
export function fullCustomization(spaceId: string) {
  return {
    title: 'Chosen title',
    styling: {
      theme: 'gradient',
      primaryColor: both('#ABCDEF'),
      tint: { color: both('#f00') },
      infoColor: both('#000001'),
      successColor: both('#000002'),
      warningColor: both('#000003'),
      dangerColor: both('#000004'),
      corners: 'circular',
      depth: 'flat',
      links: 'accent',
      font: 'FiraSans',
      monospaceFont: {
        id: 'font-1',
        custom: true,
        fontFamily: 'Our Mono',
        fontFaces: [{ weight: 400, sources: [{ url: 'https://fonts.example.com/mono', format: 'woff2' }] }],
      },
      background: 'match',
      icons: 'duotone',
      sidebar: { background: 'filled', list: 'pill' },
      search: 'subtle',
    },
    internationalization: { locale: 'pt-br' },
    favicon: { icon: images('favicon') },
    header: {
      preset: 'custom',
      logo: images('header'),
      backgroundColor: both('#00f'),
      linkColor: both('#0f0'),
      links: [
        {
          title: 'Sign in',
          style: 'button-primary',
          to: web,
          links: [{ title: 'Docs', to: { kind: 'space', space: spaceId } }],
          condition: 'visitor.claims.plan == "pro"',
        },
      ],
    },
    footer: {
      logo: images('footer'),
      groups: [{ title: 'More', links: [{ title: 'There', to: web }] }],
      copyright: '© Acme',
    },
    announcement: {
      enabled: true,
      message: 'It is out',
      link: { title: 'Read', to: web },
      style: 'success',
    },
    themes: { default: 'dark', toggeable: true },
    pdf: { enabled: false },
    feedback: { enabled: true },
    ai: { mode: 'assistant', pageLinkSummaries: { enabled: true } },
    aiSearch: { enabled: false },
    advancedCustomization: { enabled: false },
    git: { showEditLink: true },
    pageActions: { externalAI: false, markdown: false },
    externalLinks: { target: 'blank' },
    pagination: { enabled: false },
    trademark: { enabled: false },
    privacyPolicy: { url: 'https://example.com/privacy' },
    socialPreview: { url: 'https://example.com/preview.png' },
    insights: { trackingCookie: false },
  }
}

const french = { fr: 'En français', 'pt-br': 'Em português' }

/** Returns the same settings with the members that only later contracts have, as they are exported. */
export function laterCustomization(spaceId: string) {
  const { pdf: _pdf, git: _git, aiSearch: _search, ...full } = fullCustomization(spaceId)
  const code = { light: 'github-light', dark: 'github-dark' }
  const [headerLink] = full.header.links
  const [group] = full.footer.groups
  return {
    ...full,
    localizedTitle: french,
    styling: {
      ...full.styling,
      headingFont: full.styling.monospaceFont,
      codeTheme: { default: code, openapi: code },
    },
    internationalization: { locale: 'ru' },
    favicon: { emoji: '1f680' },
    header: {
      ...full.header,
      primaryLink: web,
      links: [
        {
          ...headerLink,
          localizedTitle: french,
          links: [{ title: 'Below', localizedTitle: {}, to: { kind: 'file', file: 'f', space: spaceId } }],
        },
        { title: 'Empty', localizedTitle: {}, links: [], to: null },
      ],
    },
    footer: {
      ...full.footer,
      groups: [
        { ...group, localizedTitle: french, links: [{ title: 'A', localizedTitle: french, to: web }] },
      ],
      copyright: 'c'.repeat(512),
    },
    announcement: {
      ...full.announcement,
      localizedMessage: french,
      link: { title: 'Read', localizedTitle: french, to: web },
    },
    themes: { default: 'system', toggeable: false },
    ai: {
      mode: 'assistant',
      greeting: 'Hello',
      localizedGreeting: french,
      suggestions: ['What is it?', 'Where is it?'],
      instructions: 'Be brief.',
    },
    pageActions: { items: ['markdown', 'pdf'] },
    socialAccounts: [{ platform: 'github', handle: 'acme', display: { footer: true, header: false } }],
  }
}
