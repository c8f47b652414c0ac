import { BookingPage } from '../parts/booking-page.tsx'

export default function ApplyTimePage() {
  return <BookingPage kind="self_operated" />
}
