import { BookingPage } from '../parts/booking-page.tsx'

export default function ApplyPage() {
  return <BookingPage kind="sample_delivery" />
}
