import type { PlaceImage } from '@portal/contract/building/building'
import { makeThumbAddress } from '@portal/contract/file/file'
import './place-pictures.css'

/** The first picture, for a list. */
export const PlaceThumb = ({ image, name }: { image: Pick<PlaceImage, 'url'> | undefined; name: string }) =>
  image ? (
    <img className="place-thumb" src={makeThumbAddress(image.url)} alt={name} loading="lazy" />
  ) : (
    <>无</>
  )
