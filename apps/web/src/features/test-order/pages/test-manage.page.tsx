import { TestOrders } from '../shared/test-orders.tsx'

export default function TestManagePage() {
  return <TestOrders />
}
