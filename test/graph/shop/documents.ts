/** Selects fields of every kind on a customer that are refused to nobody: what each viewer gets of them, policies decide. */
export const unrefused = `fragment unrefused on Customer {
  __typename id name note email greeting label contact { name note }
  initial reference orderCount noticeCount isReturning isElsewhere
  referrer { name email } account { owner phone }
  introducer { name email introducer { id } } introducers { name orderCount introducers { id } }
  orders(first: 3, above: 2) {
    totalCount
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges { cursor node { number } }
    nodes {
      id number placedAt status isOpen customer { name email }
      lines { id quantity total productId product { title price isPublic tenantId tags similarIds supplier } }
    }
  }
  notices(first: 4) {
    nodes { __typename id text author { name } ... on Complaint { severity } ... on Praise { stars } }
  }
  visits(first: 2) { totalCount nodes { page at } }
}`

/** Selects fields of every kind on a customer, also those that are refused to all but managers. */
export const everything = `fragment everything on Customer {
  ...unrefused openNumbers isKnown sponsor { name }
  orders(first: 3, above: 2) { nodes { margin } }
  trackedOrders(last: 2) { nodes { number margin } }
} ${unrefused}`

/** Documents that have no error for anybody, so that their statements are the answer. */
export const unrefusedDocuments = {
  'a customer': `{ customer(id: "customer2") { openNumbers ...unrefused } } ${unrefused}`,
  'a customer, beside code that waits': `{ customer(id: "customer2") { score ...unrefused } } ${unrefused}`,
  customers: `{ customers(first: 5) { totalCount nodes { ...unrefused } } } ${unrefused}`,
  'customers, beside code that waits': `{ customers(first: 5) { totalCount nodes { score ...unrefused } } } ${unrefused}`,
}

export const documents = {
  ...unrefusedDocuments,
  'a customer with all kinds of fields': `{ customer(id: "customer2") { ...everything } } ${everything}`,
  'a customer with all kinds of fields, beside code that waits': `{ customer(id: "customer2") { score ...everything } } ${everything}`,
  'all kinds of fields of a node that code finds': `{ node(id: "customer2") { ...everything } } ${everything}`,
  'a list of customers with all kinds of fields': `{ customers(first: 5) { totalCount nodes { ...everything } } } ${everything}`,
  'a customer who has nothing': `{ customer(id: "customer6") { ...everything } } ${everything}`,
  'rows of other tenants': `{ customer(id: "customer1") { name orders { nodes { number lines { product { id } } } } } }`,
  'rows that must be seen and are not': `{ customers { nodes { name orders { nodes { number buyer { name } } } } } }`,
  'a page read backward, with cursors': `{ customer(id: "customer4") {
    orders(last: 2) { edges { cursor node { number } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }
  } }`,
  'a list in an order that the client chooses': `{ customer(id: "customer4") {
    orders(first: 3, orderBy: { field: MARGIN, direction: DESC }) { nodes { number margin } pageInfo { endCursor } }
  } }`,
  'a list of Query': `{ products(first: 3) { __typename nodes { title supplier } pageInfo { hasNextPage endCursor } } }`,
  'a list of Query that is counted': `{ products { totalCount nodes { ...product } } } fragment product on Product { id named: title }`,
  'a list of Query for managers': `{ allOrders(first: 4) { nodes { number margin } } products { totalCount } }`,
  'nodes of several types': `{
    order: node(id: "order3") { id ... on Order { number } }
    praise: node(id: "praise3") { id ... on Praise { stars text } ... on Complaint { severity } }
    line: node(id: "line2@order3") { id ... on Line { quantity } }
    none: node(id: "line2@order4") { id }
  }`,
  'a cursor that is none': `{ customer(id: "customer2") { orders(after: "?") { nodes { number } } } }`,
  'a page that is too large': `{ customer(id: "customer2") { name orders(first: 1001) { nodes { number } } } }`,
}
