/** Where an order is. */
export type OrderState = 'open' | 'paid' | 'shipped' | 'cancelled'

/** What the demo demands of orders, as data: tests plant faults in it. */
export interface OrderRules {
  quantity: { least: number; most: number }
  priorities: readonly string[]
  /** From which states each event leads where; in others it is rejected. */
  events: Readonly<Record<string, { from: readonly OrderState[]; to: OrderState }>>
  hasDiscount(quote: { member: boolean; total: number; coupon: boolean }): boolean
}

/** The rules as they are documented. */
export const orderRules: OrderRules = {
  quantity: { least: 1, most: 100 },
  priorities: ['low', 'normal', 'high'],
  events: {
    pay: { from: ['open'], to: 'paid' },
    ship: { from: ['paid'], to: 'shipped' },
    cancel: { from: ['open', 'paid'], to: 'cancelled' },
  },
  hasDiscount: ({ member, total, coupon }) => (member && total > 100) || coupon,
}
