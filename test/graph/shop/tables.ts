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
      column('phone'),
      column('note', 'String', { isRequired: false }),
      column('orderCount', 'Int'),
      column('referrerId', 'String', { isRequired: false }),
      { ...reference('referrer', 'Customer', 'Referrals'), isRequired: false },
      referring('referred', 'Customer', 'Referrals'),
      referring('orders', 'Order', 'CustomerOrders'),
      referring('notices', 'Notice', 'CustomerNotices'),
      referring('visits', 'Visit', 'CustomerVisits'),
    ],
  },
  Order: {
    fields: [
      column('id'),
      column('tenantId'),
      column('customerId'),
      column('number', 'Int'),
      column('placedAt', 'DateTime'),
      column('status', 'OrderStatus', { kind: 'enum' }),
      column('margin', 'Int'),
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
      column('price', 'Int'),
      column('supplier'),
      column('isPublic', 'Boolean'),
      column('tags', 'String', { isList: true }),
      column('similarIds', 'String', { isList: true }),
      referring('lines', 'Line', 'ProductLines'),
    ],
  },
  Notice: {
    fields: [
      column('id'),
      column('customerId'),
      column('kind', 'NoticeKind', { kind: 'enum' }),
      column('text'),
      column('severity', 'Int', { isRequired: false }),
      column('stars', 'Int', { isRequired: false }),
      reference('customer', 'Customer', 'CustomerNotices'),
    ],
  },
  Visit: {
    fields: [
      column('id'),
      column('customerId'),
      column('page'),
      column('at', 'DateTime'),
      reference('customer', 'Customer', 'CustomerVisits'),
    ],
  },
}

const members = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]))

declareTables({
  models: shopModels,
  enumerations: { OrderStatus: members('OPEN', 'SENT'), NoticeKind: members('COMPLAINT', 'PRAISE') },
})

/**
 * Creates the tables of two tenants, whose rows refer to each other as well: only the policies keep them apart. The last customer
 * has nothing.
 */
export async function createShop(pool: Pool): Promise<void> {
  await pool.query(`
    CREATE SCHEMA shop;
    CREATE TYPE "OrderStatus" AS ENUM ('OPEN', 'SENT');
    CREATE TYPE "NoticeKind" AS ENUM ('COMPLAINT', 'PRAISE');
    CREATE TABLE "Customer" (
      id text PRIMARY KEY, "tenantId" text NOT NULL, name text NOT NULL, email text NOT NULL,
      phone text NOT NULL, note text, "orderCount" int NOT NULL DEFAULT 0, "referrerId" text REFERENCES "Customer");
    CREATE TABLE "Order" (
      id text PRIMARY KEY, "tenantId" text NOT NULL, "customerId" text NOT NULL REFERENCES "Customer",
      number int NOT NULL, "placedAt" timestamptz(3) NOT NULL, status "OrderStatus" NOT NULL, margin int NOT NULL);
    CREATE TABLE "Product" (
      id text PRIMARY KEY, "tenantId" text NOT NULL, title text NOT NULL, price int NOT NULL, supplier text NOT NULL,
      "isPublic" boolean NOT NULL, tags text[], "similarIds" text[] NOT NULL);
    CREATE TABLE "Line" (
      id text PRIMARY KEY, "orderId" text NOT NULL REFERENCES "Order", "productId" text NOT NULL REFERENCES "Product",
      quantity int NOT NULL);
    CREATE TABLE "Notice" (
      id text PRIMARY KEY, "customerId" text NOT NULL REFERENCES "Customer", kind "NoticeKind" NOT NULL,
      text text NOT NULL, severity int, stars int);
    CREATE TABLE "Visit" (
      id text PRIMARY KEY, "customerId" text NOT NULL REFERENCES "Customer", page text NOT NULL,
      at timestamptz(3) NOT NULL);
    INSERT INTO "Customer" (id, "tenantId", name, email, phone, note, "referrerId")
      SELECT 'customer' || n, 'tenant' || n % 2, 'Zoë "' || n || '"', n || '@example.com', '+49 ' || n,
        CASE WHEN n % 3 > 0 THEN 'Note ' || n END, CASE WHEN n > 2 THEN 'customer' || n / 2 END
      FROM generate_series(1, 6) n;
    INSERT INTO "Product"
      SELECT 'product' || n, 'tenant' || n % 2, 'Product ' || n, 100 * n, 'Supplier ' || n, n % 3 = 0,
        CASE WHEN n > 1 THEN ARRAY['tag' || n, 'a "tag"'] END, ARRAY['product' || n % 6 + 1]
      FROM generate_series(1, 6) n;
    INSERT INTO "Order"
      SELECT 'order' || n, 'tenant' || n % 2, 'customer' || n % 5 + 1, n,
        timestamptz '2026-01-01' + n * interval '1 day 1.234 seconds',
        (CASE WHEN n % 4 = 0 THEN 'OPEN' ELSE 'SENT' END)::"OrderStatus", n * 7
      FROM generate_series(1, 30) n;
    INSERT INTO "Line" SELECT 'line' || n, 'order' || n % 30 + 1, 'product' || n % 7 % 6 + 1, n
      FROM generate_series(1, 90) n;
    INSERT INTO "Notice"
      SELECT CASE n % 3 WHEN 0 THEN 'praise' ELSE 'complaint' END || n, 'customer' || n % 5 + 1,
        (CASE n % 3 WHEN 0 THEN 'PRAISE' ELSE 'COMPLAINT' END)::"NoticeKind", 'Notice ' || n,
        CASE WHEN n % 3 > 0 THEN n END, CASE WHEN n % 3 = 0 THEN n % 5 END
      FROM generate_series(1, 20) n;
    INSERT INTO "Visit" SELECT 'visit' || n, 'customer' || n % 5 + 1, '/page/' || n,
        timestamptz '2026-02-01' + n % 4 * interval '1 hour'
      FROM generate_series(1, 25) n;
    UPDATE "Customer" SET "orderCount" = (SELECT count(*) FROM "Order" o WHERE o."customerId" = "Customer".id);`)
}
