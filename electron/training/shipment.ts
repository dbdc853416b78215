/** The words of the training service: what a client sent, read once, and what was made of it. */

export type Environment = 'production' | 'development';
export type ConsignmentType = 'Parcel' | 'Document' | 'Pallet';
export type LabelFormat = 'PDF' | 'ZPL';

export interface Party {
  readonly company: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly street1: string;
  readonly street2: string;
  readonly street3: string;
  readonly streetNo: string;
  readonly postal: string;
  readonly city: string;
  readonly province: string;
  readonly country: string;
  readonly eori: string;
}

export interface ShipmentItem {
  readonly contents: string;
  readonly value: number;
  readonly currency: string;
  readonly weightKg: number;
  readonly lengthCm: number;
  readonly widthCm: number;
  readonly heightCm: number;
  readonly hsCode: string;
  readonly products: readonly ShipmentProduct[];
}

export interface ShipmentProduct {
  readonly quantity: number;
  readonly productCode: string;
  readonly originCountry: string;
  readonly weightKg: number;
  readonly description: string;
  readonly value: number;
  readonly currency: string;
  readonly hsCode: string;
}

export interface Shipment {
  readonly sender: Party;
  readonly recipient: Party;
  /** The collection day the client would like, or an empty text. */
  readonly preferredDate: string;
  readonly type: ConsignmentType;
  readonly reference: string;
  readonly inco: 'DAP' | 'DDP';
  readonly deliveryInstructions: string;
  readonly returnService: boolean;
  readonly ownCustomsInvoice: boolean;
  readonly items: readonly ShipmentItem[];
}

/** A service as offered in one quote, dated and priced for its shipment; prices in euro cents. */
export interface OfferedService {
  readonly serviceId: number;
  readonly courierKeycode: string;
  readonly courierName: string;
  readonly serviceKeycode: string;
  readonly serviceName: string;
  readonly etc: string;
  readonly eta: string;
  readonly originServicePoints: boolean;
  readonly destinationServicePoints: boolean;
  readonly co2PriceMinor: number;
  readonly insurancePriceMinor: number;
  readonly subTotalMinor: number;
  readonly vatMinor: number;
}

export interface ServicePointAddress {
  readonly keycode: string;
  readonly name: string;
  readonly street: string;
  readonly postal: string;
  readonly city: string;
  readonly country: string;
}

export interface Order {
  readonly environment: Environment;
  readonly orderNo: string;
  readonly serviceId: number;
  readonly consignmentNo: string;
  readonly bookedAt: string;
  readonly shipment: Shipment;
  readonly service: OfferedService;
  readonly servicePoint: ServicePointAddress | undefined;
  readonly labelFormat: LabelFormat;
  /** One per item. */
  readonly trackingNos: readonly string[];
  /** Present when a return label was asked for. */
  readonly returnTrackingNo: string | undefined;
  readonly co2: boolean;
  readonly insurance: boolean;
}

export interface Collection {
  readonly environment: Environment;
  readonly collectionNo: string;
  readonly date: string;
  readonly readyTime: string;
  readonly closingTime: string;
  readonly instructions: string;
  readonly orderNos: readonly string[];
  readonly requestedAt: string;
}

export interface UploadedDocument {
  readonly environment: Environment;
  readonly orderNo: string;
  readonly documentType: string;
  readonly name: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly at: string;
}
