/** For whom the shop is read. */
export interface ShopViewer {
  /** The tenants whose rows they see. */
  readonly tenants: readonly string[]
  /** Those of the tenants that they manage. */
  readonly manages: readonly string[]
}

export const clerk: ShopViewer = { tenants: ['tenant0'], manages: [] }
export const manager: ShopViewer = { tenants: ['tenant0', 'tenant1'], manages: ['tenant0', 'tenant1'] }
/** Sees everything, and manages only a part of it. */
export const deputy: ShopViewer = { tenants: ['tenant0', 'tenant1'], manages: ['tenant0'] }
/** Sees only what is public. */
export const stranger: ShopViewer = { tenants: [], manages: [] }

export const viewers = { clerk, manager, deputy, stranger }
