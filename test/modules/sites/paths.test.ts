import { describe, expect, test } from 'vitest'
import { derivePath, maximumPathLength } from '../../../src/modules/sites/structure/paths.ts'

describe('a derived path', () => {
  test('is the slug of the title', () => {
    expect(derivePath('Getting started!', [], 'section')).toBe('getting-started')
    expect(derivePath('Überblick 概要', [], 'section')).toBe('überblick-概要')
  })

  test('is the fallback if the title has no letters or digits', () => {
    expect(derivePath('', [], 'section')).toBe('section')
    expect(derivePath(' -- ', [], 'section')).toBe('section')
    expect(derivePath('✨', ['section'], 'section')).toBe('section-1')
  })

  test('has the first free number if the slug is taken', () => {
    expect(derivePath('API', ['api'], 'section')).toBe('api-1')
    expect(derivePath('API', ['api', 'api-1', 'api-3'], 'section')).toBe('api-2')
  })

  test('keeps within the limit, number included', () => {
    const title = '概'.repeat(maximumPathLength + 1)
    const path = derivePath(title, [], 'section')
    expect([...path]).toHaveLength(maximumPathLength)
    const numbered = derivePath(title, [path], 'section')
    expect([...numbered]).toHaveLength(maximumPathLength)
    expect(numbered.endsWith('-1')).toBe(true)
  })
})
