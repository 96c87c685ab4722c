import '../../graphql/builder.ts'
