import { useLocation } from 'react-router'
import { campusTime, formatDay } from '../../../lib/format.ts'
import { useSite } from '../../../lib/site.ts'
import { nameTerm } from './school-day.rules.ts'

/** Term, day and weather at the top of each front page. */
export function SchoolDay() {
  const { place, temperature, air } = useSite()
  // The frame stays while its pages change. With the location this is drawn again at each of them, so that
  // a page that was left open overnight does not go on with yesterday's date.
  useLocation()
  const now = new Date()
  const day = formatDay(now)
  return (
    <p>
      {[nameTerm(day), day, campusTime(now)?.weekday, place, temperature, air].map(
        (text) => text && <span key={text}>{text}</span>,
      )}
    </p>
  )
}
