import type { Settings, Themed } from '../../customizations/settings.ts'

const hexColor = /^#[0-9a-f]{3,8}$/i

const colorIn = (colors: Themed, mode: 'light' | 'dark', otherwise: string) =>
  hexColor.test(colors[mode]) ? colors[mode] : otherwise

const palettes = {
  light: '--text:#1f2328;--faint:#57606a;--line:#d0d7de;--surface:#f6f8fa;--page:#fff;--mark:#fff3c4',
  dark: '--text:#e6edf3;--faint:#9ba6b2;--line:#3d444d;--surface:#1c2128;--page:#0f1318;--mark:#4b3f12',
} as const

function variables({ styling }: Settings, mode: 'light' | 'dark'): string {
  const { primaryColor, infoColor, successColor, warningColor, dangerColor } = styling
  return [
    palettes[mode],
    `--primary:${colorIn(primaryColor, mode, '#346ddb')}`,
    `--info:${colorIn(infoColor, mode, '#787878')}`,
    `--success:${colorIn(successColor, mode, '#22a55a')}`,
    `--warning:${colorIn(warningColor, mode, '#e08a00')}`,
    `--danger:${colorIn(dangerColor, mode, '#dc3545')}`,
    `color-scheme:${mode}`,
  ].join(';')
}

/** Returns the stylesheet of all pages of a site, with the colors of its customization. */
export function stylesheet(settings: Settings): string {
  const { default: theme, toggeable } = settings.themes
  const other = theme === 'light' ? 'dark' : 'light'
  const chosen = `:root{${variables(settings, theme)}}`
  // If visitors may choose the theme, the setting of their operating system counts.
  const root = toggeable
    ? `${chosen}@media(prefers-color-scheme:${other}){:root{${variables(settings, other)}}}`
    : chosen
  return root + rules
}

const markColors = ['green', 'blue', 'red', 'orange', 'yellow', 'purple'].map(
  (color) =>
    `.color-${color}{color:color-mix(in srgb,${color} 65%,var(--text))}.background-${color}{background:color-mix(in srgb,${color} 20%,var(--page))}`,
)
const namedColors = ['primary', 'info', 'success', 'warning', 'danger'].map(
  (color) =>
    `.color-${color}{color:var(--${color})}.background-${color}{background:color-mix(in srgb,var(--${color}) 20%,var(--page))}`,
)

const rules = `
*{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.6 system-ui,-apple-system,"Segoe UI",sans-serif}
a{color:var(--primary);text-underline-offset:.2em}
a:focus-visible,summary:focus-visible,[tabindex]:focus-visible,input:focus-visible,button:focus-visible{outline:3px solid var(--primary);outline-offset:2px}
.skip{position:absolute;left:-999rem}.skip:focus{left:1rem;top:1rem;background:var(--page);padding:.5rem 1rem;z-index:1}
.announcement{padding:.5rem 1.5rem;text-align:center;background:color-mix(in srgb,var(--info) 18%,var(--page))}
.announcement.warning{background:color-mix(in srgb,var(--warning) 18%,var(--page))}
.announcement.danger{background:color-mix(in srgb,var(--danger) 18%,var(--page))}
.announcement.success{background:color-mix(in srgb,var(--success) 18%,var(--page))}
.site-header{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;padding:.75rem 1.5rem;border-bottom:1px solid var(--line)}
.site-header ul,.sections ul,.variants ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:0;padding:0}
.site-title{font-weight:700;font-size:1.1rem;color:inherit;text-decoration:none;margin-right:auto}
.site-title img{max-height:2rem;vertical-align:middle}
.site-header a,.sections a,.variants a,.pages a{text-decoration:none}
.site-header a:hover,.sections a:hover,.variants a:hover,.pages a:hover{text-decoration:underline}
.search{display:flex;gap:.4rem}
.search input,.search button{font:inherit;padding:.25rem .6rem;border:1px solid var(--line);border-radius:6px;background:var(--page);color:inherit;min-width:0}
.sections{padding:.5rem 1.5rem;border-bottom:1px solid var(--line)}
.sections li.group{display:flex;gap:.75rem}.sections .group>span{color:var(--faint)}
[aria-current]{font-weight:600}
.columns-of-page{display:grid;grid-template-columns:17rem minmax(0,1fr);max-width:80rem;margin:0 auto}
.sidebar{padding:1.25rem 1rem 2rem 1.5rem;border-right:1px solid var(--line);font-size:.94rem}
.sidebar h2{font-size:.8rem;margin:0 0 .4rem;color:var(--faint);font-weight:600}
.variants{margin-bottom:1.25rem}
.pages ul{list-style:none;margin:0;padding:0}.pages ul ul{padding-left:.9rem;border-left:1px solid var(--line);margin-left:.2rem}
.pages li{padding:.18rem 0;overflow-wrap:anywhere}.pages .group{display:block;font-weight:600;margin-top:.8rem}
.pages a{color:inherit}.pages a[aria-current]{color:var(--primary)}
main{padding:1.5rem 2.5rem 3rem;min-width:0;max-width:54rem}
.cover{display:block;width:100%;max-height:16rem;object-fit:cover;border-radius:8px}
h1{font-size:2.1rem;line-height:1.2;margin:.2rem 0 .6rem;overflow-wrap:anywhere}
h2,h3,h4{line-height:1.3;margin:2rem 0 .6rem;overflow-wrap:anywhere}h2{font-size:1.5rem}h3{font-size:1.22rem}h4{font-size:1.05rem}
.description{font-size:1.12rem;color:var(--faint);margin-top:0}
article{overflow-wrap:break-word}
img{max-width:100%;height:auto}.inline-image.line{height:1.3em;width:auto;vertical-align:text-bottom}
figure{margin:1.2rem 0}figcaption{color:var(--faint);font-size:.9rem}
.images.center{text-align:center}.images.right{text-align:right}
pre{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:.9rem 1rem;overflow-x:auto;line-height:1.45}
pre.wrap{white-space:pre-wrap}pre mark{background:var(--mark);color:inherit;display:inline-block;width:100%}
code,kbd{font:.88em ui-monospace,SFMono-Regular,Consolas,monospace}
:not(pre)>code{background:var(--surface);border-radius:4px;padding:.12em .35em}
kbd{border:1px solid var(--line);border-bottom-width:2px;border-radius:4px;padding:.05em .35em}
blockquote{margin:1rem 0;padding:.1rem 1rem;border-left:4px solid var(--line);color:var(--faint)}
.hint{margin:1rem 0;padding:.3rem 1rem;border-left:4px solid var(--info);border-radius:0 8px 8px 0;background:color-mix(in srgb,var(--info) 10%,var(--page))}
.hint.success{border-color:var(--success);background:color-mix(in srgb,var(--success) 10%,var(--page))}
.hint.warning{border-color:var(--warning);background:color-mix(in srgb,var(--warning) 10%,var(--page))}
.hint.danger{border-color:var(--danger);background:color-mix(in srgb,var(--danger) 10%,var(--page))}
.tab,details{border:1px solid var(--line);border-radius:8px;padding:.4rem 1rem;margin:.8rem 0}
.tab-title,summary{font-weight:600;margin:.2rem 0}summary{cursor:pointer}
.stepper{padding-left:1.6rem}.stepper>li{padding-left:.5rem;margin-bottom:1rem}.stepper>li::marker{font-weight:700;color:var(--primary)}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:0 1.5rem}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(14rem,1fr));gap:1rem;list-style:none;padding:0}
.cards>li,.card{border:1px solid var(--line);border-radius:8px;padding:.8rem 1rem}
.table{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{border:1px solid var(--line);padding:.4rem .7rem;text-align:left;vertical-align:top}th{background:var(--surface)}td>p{margin:.1rem 0}
.align-center{text-align:center}.align-end{text-align:right}
.tasks{list-style:none;padding-left:.3rem}.tasks>li>input{margin-right:.5rem}.tasks>li>p:first-of-type{display:inline}
.button{display:inline-block;padding:.35rem .9rem;border-radius:8px;border:1px solid var(--primary);text-decoration:none;font-weight:600}
.button.primary{background:var(--primary);color:var(--page)}
small[role=note]{color:var(--faint)}
.pager{display:flex;justify-content:space-between;gap:1rem;margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line)}
.results{padding:0;list-style:none}.results>li{margin:0 0 1.5rem}.results p{margin:.2rem 0}
.site-footer{border-top:1px solid var(--line);padding:1.5rem;color:var(--faint);font-size:.9rem;display:flex;flex-wrap:wrap;gap:1rem 3rem}
.site-footer ul{list-style:none;padding:0;margin:0}
@media(max-width:52rem){.columns-of-page{display:block}.sidebar{border-right:0;border-bottom:1px solid var(--line)}main{padding:1.25rem 1.25rem 2.5rem}}
@media print{.site-header,.sections,.sidebar,.pager,.search{display:none}.columns-of-page{display:block}}
${markColors.join('')}${namedColors.join('')}
`
