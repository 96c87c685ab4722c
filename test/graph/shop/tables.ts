import type { Pool } from 'pg'
import { declareTables, type Tables } from '../../../src/graph/sql/where.ts'

type Field = Tables['models'][string]['fields'][number]

const column = (name: string, type = 'String', more: Partial<Field> = {}): Field => ({
  name,
  type,
  kind: 'scalar',
  isList: false,
  isRequired: true,
  isId: name === 'id',
  ...more,
})

/** The two sides of a foreign key: that of the row which has it, and that of the row to which it refers. */
const reference = (name: string, type: string, relationName: string): Field =>
  column(name, type, { kind: 'object', relationName, relationFromFields: [`${name}Id`] })
const referring = (name: string, type: string, relationName: string): Field =>
  column(name, type, { kind: 'object', relationName, isList: true, relationFromFields: [] })

export const shopModels = {
  Customer: {
    fields: [
      column('id'),
      column('tenantId'),
      column('name'),
      column('email'),
      referring('orders', 'Order', 'CustomerOrders'),
    ],
  },
  Order: {
    fields: [
      column('id'),
      column('tenantId'),
      column('customerId'),
      column('number', 'Int'),
      column('placedAt', 'DateTime'),
      reference('customer', 'Customer', 'CustomerOrders'),
      referring('lines', 'Line', 'OrderLines'),
    ],
  },
  Line: {
    fields: [
      column('id'),
      column('orderId'),
      column('productId'),
      column('quantity', 'Int'),
      reference('order', 'Order', 'OrderLines'),
      reference('product', 'Product', 'ProductLines'),
    ],
  },
  Product: {
    fields: [
      column('id'),
      column('tenantId'),
      column('title'),
      column('isPublic', 'Boolean'),
      referring('lines', 'Line', 'ProductLines'),
    ],
  },
}

declareTables({ models: shopModels, enumerations: {} })

/** Creates the tables of two tenants, whose rows refer to each other as well: only the policies keep them apart. */
export async function createShop(pool: Pool): Promise<void> {
  await pool.query(`
    CREATE SCHEMA shop;
    CREATE TABLE "Customer" (id text PRIMARY KEY, "tenantId" text NOT NULL, name text NOT NULL, email text NOT NULL);
    CREATE TABLE "Order" (
      id text PRIMARY KEY, "tenantId" text NOT NULL, "customerId" text NOT NULL REFERENCES "Customer",
      number int NOT NULL, "placedAt" timestamptz(3) NOT NULL);
    CREATE TABLE "Product" (id text PRIMARY KEY, "tenantId" text NOT NULL, title text NOT NULL, "isPublic" boolean NOT NULL);
    CREATE TABLE "Line" (
      id text PRIMARY KEY, "orderId" text NOT NULL REFERENCES "Order", "productId" text NOT NULL REFERENCES "Product",
      quantity int NOT NULL);
    INSERT INTO "Customer" SELECT 'customer' || n, 'tenant' || n % 2, 'Zoë "' || n || '"', n || '@example.com'
      FROM generate_series(1, 6) n;
    INSERT INTO "Product" SELECT 'product' || n, 'tenant' || n % 2, 'Product ' || n, n % 3 = 0 FROM generate_series(1, 6) n;
    INSERT INTO "Order" SELECT 'order' || n, 'tenant' || n % 2, 'customer' || n % 6 + 1, n, timestamptz '2026-01-01' + n * interval '1 day'
      FROM generate_series(1, 30) n;
    INSERT INTO "Line" SELECT 'line' || n, 'order' || n % 30 + 1, 'product' || n % 6 + 1, n FROM generate_series(1, 90) n;`)
}
