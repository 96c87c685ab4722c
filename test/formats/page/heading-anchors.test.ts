import { expect, test } from 'vitest'
import { HeadingAnchors, isHeading } from '../../../src/formats/page/model/heading-anchors.ts'
import { markdownToDocument } from '../../../src/formats/page/read/markdown-to-document.ts'

function anchorsOf(markdown: string): (readonly string[])[] {
  const anchors = new HeadingAnchors()
  return markdownToDocument(markdown)
    .nodes.filter(isHeading)
    .map((heading) => anchors.anchorsOf(heading))
}

/** Headings of published documentation, and the anchors that links to them have. */
const gitbookAnchors: [heading: string, anchor: string][] = [
  ['Release 4.9', 'release-4.9'],
  ['1. Create a new application in Auth0', 'id-1.-create-a-new-application-in-auth0'],
  ['Math & TeX', 'math-and-tex'],
  ['Username & Password (Deprecated)', 'username-and-password-deprecated'],
  ['streamToBytes', 'streamtobytes'],
  ['Set syntax…', 'set-syntax...'],
  ['Configuring Pre/Post-build Tasks', 'configuring-pre-post-build-tasks'],
  ['Appendix - API Specifications', 'appendix-api-specifications'],
  ['RID / AID', 'rid-aid'],
  ['Agent Node vs. LLM Node: Selecting', 'agent-node-vs.-llm-node-selecting'],
  ['Creating Custom Profile ![](/files/f)', 'creating-custom-profile'],
  ['10,000 foot view', 'id-10-000-foot-view'],
  ['$regex', 'usdregex'],
  ['`$SYS.REQ.USER.INFO` - Request Connected User', 'usdsys.req.user.info-request-connected-user'],
  ['Change your site’s settings', 'change-your-site-s-settings'],
  ['1: Ad-hoc experiments', 'id-1-a-d-hoc-experiments'],
  ['1. 中文分词', 'id-1.-zhong-wen-fen-ci'],
  ['1. Kiểm tra vị trí tệp log', 'id-1.-kiem-tra-vi-tri-tep-log'],
  ['🧩 Overview', 'overview'],
  ['using ingress-values.yaml', 'using-ingress-values.yaml'],
]

test.each(gitbookAnchors)('the heading %s has the anchor %s', (heading, anchor) => {
  expect(anchorsOf(`## ${heading}`)[0]?.[0]).toBe(anchor)
})

test('a heading has the anchor that GitHub gives it as well, if that differs', () => {
  expect(anchorsOf('# Plain text\n\n# R&D in 1.2')).toEqual([['plain-text'], ['r-and-d-in-1.2', 'rd-in-12']])
})

test('a heading with an anchor of its own has only that', () => {
  expect(anchorsOf('# 1. A <a href="#own" id="own"></a>')).toEqual([['own']])
})

test('headings with the same anchor of their own are numbered, as GitBook does', () => {
  const heading = (title: string) => `## ${title} <a href="#focus" id="focus"></a>`
  const markdown = [heading('Method'), heading('Focus'), '## Focus', heading('More')].join('\n\n')
  expect(anchorsOf(markdown).map(([anchor]) => anchor)).toEqual(['focus', 'focus-1', 'focus-2', 'focus-3'])
})

test('a heading without letters and digits has the anchor that GitHub gives it', () => {
  expect(anchorsOf('# !\n\n# ?')).toEqual([[''], ['-1']])
})

test('anchors of one page are numbered to differ', () => {
  expect(anchorsOf('# a-1\n\n# a\n\n# a\n\n# A!\n\n# a').map(([anchor]) => anchor)).toEqual([
    'a-1',
    'a',
    'a-2',
    'a-3',
    'a-4',
  ])
})

test('a long heading has an anchor of at most 100 characters', () => {
  expect(anchorsOf(`# ${'word '.repeat(30)}`)[0]?.[0]).toBe('word-'.repeat(20).slice(0, -1))
})
