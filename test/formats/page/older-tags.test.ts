import { expect, test } from 'vitest'
import { shownDocument } from '../../../src/formats/page/model/shown-document.ts'
import { markdownToDocument } from '../../../src/formats/page/read/markdown-to-document.ts'
import { documentToMarkdown } from '../../../src/formats/page/write/document-to-markdown.ts'
import { budget, oneRowIn } from '../../support/budget.ts'

/** Returns a tree for visitors as Markdown. */
const shown = (markdown: string): string =>
  documentToMarkdown(shownDocument(markdownToDocument(markdown), { holds: () => true }))

const swagger = `{% swagger method="get" path="/pets" baseUrl="https://api.example.com" summary="List pets" expanded="true" %}
{% swagger-description %}
Lists all pets.
{% endswagger-description %}

{% swagger-parameter in="query" name="limit" type="number" required="true" %}
How many.
{% endswagger-parameter %}

{% swagger-parameter in="header" name="X-Key" %}
{% endswagger-parameter %}

{% swagger-response status="200: OK" description="Pets" %}
\`\`\`json
{ "a": 1 }
\`\`\`
{% endswagger-response %}

{% swagger-response status="404" %}
{% endswagger-response %}
{% endswagger %}

After.`

const apiMethod = `{% api-method method="post" host="https://api.cakes.com" path="/v1/cakes/:id" %}
{% api-method-summary %}
Get Cakes
{% endapi-method-summary %}

{% api-method-description %}
Free cakes.
{% endapi-method-description %}

{% api-method-spec %}
{% api-method-request %}
{% api-method-path-parameters %}
{% api-method-parameter name="id" type="string" required=false %}
ID of the cake.
{% endapi-method-parameter %}
{% endapi-method-path-parameters %}

{% api-method-headers %}
{% api-method-parameter name="Auth" type="string" required=true %}
Token.
{% endapi-method-parameter %}
{% endapi-method-headers %}
{% endapi-method-request %}

{% api-method-response %}
{% api-method-response-example httpCode=200 %}
{% api-method-response-example-description %}
Cake retrieved.
{% endapi-method-response-example-description %}

\`\`\`javascript
{ "name": "Cake" }
\`\`\`
{% endapi-method-response-example %}
{% endapi-method-response %}
{% endapi-method-spec %}
{% endapi-method %}`

test('an operation of swagger shows its method, path, parameters and responses', () => {
  expect(shown(swagger)).toBe(`### GET \`/pets\` <a href="#list-pets" id="list-pets"></a>

**List pets**

\`https://api.example.com/pets\`

Lists all pets.

**Query parameters**

| Name | Type | Description |
| - | - | - |
| \`limit\` | number, required | How many. |

**Headers**

| Name | Type | Description |
| - | - | - |
| \`X-Key\` | | |

**Responses**

{% tabs %}
{% tab title="200: OK" %}
Pets

\`\`\`json
{ "a": 1 }
\`\`\`
{% endtab %}

{% tab title="404" %}
{% endtab %}
{% endtabs %}

After.
`)
})

test('an operation of an api-method shows the same', () => {
  const text = shown(apiMethod)
  for (const part of [
    '### POST `/v1/cakes/:id`',
    '**Get Cakes**',
    '`https://api.cakes.com/v1/cakes/:id`',
    'Free cakes.',
    '**Path parameters**',
    '| `id` | string | ID of the cake. |',
    '**Headers**',
    '| `Auth` | string, required | Token. |',
    '{% tab title="200" %}\nCake retrieved.\n\n```javascript',
  ])
    expect(text).toContain(part)
})

test.each([
  ['without its end', '{% swagger method="delete" path="/x" %}\n\nText.', '### DELETE `/x`\n\nText.\n'],
  ['without parts', '{% swagger path="/x" %}\n{% endswagger %}', '### GET `/x`\n'],
  [
    'in a list',
    '* {% swagger method="put" path="/x" %}\n  {% swagger-description %}D{% endswagger-description %}\n  {% endswagger %}',
    '* ### PUT `/x`\n  D\n',
  ],
  [
    'with parts that have no end',
    '{% swagger method="get" path="/x" %}\n{% swagger-parameter in="path" name="a" %}\nA\n{% swagger-parameter in="path" name="b" %}\nB\n{% endswagger %}',
    '### GET `/x`\n\n**Path parameters**\n\n| Name | Type | Description |\n| - | - | - |\n| `a` | | A |\n| `b` | | B |\n',
  ],
])('an operation %s is shown', (_name, markdown, expected) => {
  expect(shown(markdown).replace(/\n\n(?= )/g, '\n')).toBe(expected)
})

test('samples in several languages are tabs, and what is common follows', () => {
  expect(
    shown(
      '{% method %}\n## Install {#install}\n\nText.\n\n{% sample lang="js" %}\n```js\na\n```\n\n{% sample lang="go" %}\n```go\nb\n```\n{% common %}\nAll.\n\n{% sample lang="c" %}\nC.\n{% endmethod %}',
    ),
  ).toBe(
    '## Install <a href="#install" id="install"></a>\n\nText.\n\n{% tabs %}\n{% tab title="js" %}\n```js\na\n```\n{% endtab %}\n\n{% tab title="go" %}\n```go\nb\n```\n{% endtab %}\n{% endtabs %}\n\nAll.\n\n{% tabs %}\n{% tab title="c" %}\nC.\n{% endtab %}\n{% endtabs %}\n',
  )
})

test.each([
  ['on one line', '{% filename %}app.py{% endfilename %}\n```python\na\n```'],
  ['apart', '{% filename %}app.py{% endfilename %}\n\n```python\na\n```'],
  ['on lines of their own', '{% filename %}\napp.py\n{% endfilename %}\n```python\na\n```'],
])('the name of a file above code is its title: %s', (_name, markdown) => {
  expect(shown(markdown)).toBe('{% code title="app.py" %}\n```python\na\n```\n{% endcode %}\n')
})

test('the name of a file above something else stays text', () => {
  expect(shown('{% filename %}app.py{% endfilename %}\n\nText.')).toBe('app.py\n\nText.\n')
})

test('a malformed condition in an operation hides what follows it', () => {
  const text = shown(
    '{% swagger method="get" path="/x" %}\n{% if a }\n\n{% swagger-parameter in="path" name="SECRET" %}\nSECRET\n{% endswagger-parameter %}\n{% endswagger %}',
  )
  expect(text).not.toContain('SECRET')
})

test.each([swagger, apiMethod])('an operation survives being written as a tree', (markdown) => {
  const document = markdownToDocument(markdown)
  const written = documentToMarkdown(document)
  expect(markdownToDocument(written)).toEqual(document)
})

test.each(
  oneRowIn(2, [
    ['parameters', '{% swagger-parameter in="path" name="a" %}\n'],
    ['parameters of odd places', '{% swagger-parameter in="constructor" name="a" %}\nb\n'],
    ['groups in each other', '{% api-method-spec %}\nText.\n\n'],
    ['ends without beginnings', '{% endapi-method-spec %}\n{% endswagger-parameter %}\n'],
    ['descriptions in each other', '{% api-method-response-example-description %}\nText.\n\n'],
    ['samples', '{% sample lang="a" %}\n'],
  ]),
)('thousands of %s are read quickly', (_name, part) => {
  const start = process.threadCpuUsage()
  const count = budget(800, 4_000)
  markdownToDocument(`{% api-method path="/x" %}\n${part.repeat(count)}{% endapi-method %}`)
  markdownToDocument(`{% method %}\n${part.repeat(count)}{% endmethod %}`)
  expect(process.threadCpuUsage(start).user / 1_000_000).toBeLessThan(4)
})
