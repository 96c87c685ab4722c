// PostGraphile 5 on the tables of Lectern, in a plain configuration for production: lists beside connections, no
// settings per request and hence no transaction per read, no GraphiQL.
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['public'] })],
  gather: { pgStrictFunctions: true },
  schema: { defaultBehavior: '+list +connection' },
  grafserv: { graphiql: false, watch: false, graphqlPath: '/graphql' },
  grafast: { explain: false },
})
const server = createServer({ keepAliveTimeout: 120_000 })
await instance.createServ(grafserv).addTo(server)
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`))
