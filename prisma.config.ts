import { defineConfig } from 'prisma-cli/config'

// `prisma generate` never runs the native schema engine but insists on having one; naming any
// executable stops it from downloading, so that an install works without access beyond npm.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({ schema: 'prisma' })
