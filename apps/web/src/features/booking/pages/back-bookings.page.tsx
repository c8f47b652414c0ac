import { BookingOrders } from '../shared/booking-orders.tsx'

export default function BackBookingsPage() {
  return <BookingOrders />
}
