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

/** Returns the same settings with the members that only later contracts have. */
export function laterCustomization(spaceId: string) {
  const full = fullCustomization(spaceId)
  const code = { light: 'github-light', dark: 'github-dark' }
  return {
    ...full,
    styling: { ...full.styling, codeTheme: { default: code, openapi: code } },
    pageActions: { items: ['markdown', 'pdf'] },
    socialAccounts: [{ platform: 'github', handle: 'acme', display: { footer: true, header: false } }],
  }
}
