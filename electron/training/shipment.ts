/** Types of the training service: the client's data, parsed once, and its results. */

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

export interface ThirdParty extends Party {
  readonly type: 'Broker' | 'Importer' | 'Notifying Party';
}

/** Data on the customs invoice besides the goods; costs in the currency of the goods. */
export interface CustomsCosts {
  readonly transportCosts: number;
  readonly insuranceCosts: number;
  readonly otherCosts: number;
  readonly exportDeclaration: string;
}

export interface Shipment {
  readonly sender: Party;
  readonly recipient: Party;
  /** The collection day that the client prefers, or an empty text. */
  readonly preferredDate: string;
  readonly type: ConsignmentType;
  readonly reference: string;
  readonly inco: 'DAP' | 'DDP';
  readonly stackable: boolean;
  readonly hasBatteries: boolean;
  readonly ownCustomsInvoice: boolean;
  readonly deliveryInstructions: string;
  readonly returnService: boolean;
  readonly items: readonly ShipmentItem[];
  readonly thirdParties: readonly ThirdParty[];
  readonly customs: readonly CustomsCosts[];
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
  /** True if the value can be insured. */
  readonly insurable: boolean;
  readonly insurancePriceMinor: number;
  readonly subTotalMinor: number;
  readonly vatMinor: number;
}

export interface ServicePointAddress {
  readonly keycode: string;
  readonly name: string;
  readonly street: string;
  /** Further address lines, without empty ones. */
  readonly moreLines: readonly string[];
  readonly postal: string;
  readonly city: string;
  readonly province: string;
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
  /** Resolution of ZPL labels; 203 if absent. */
  readonly labelDpi?: 203 | 300;
  /** One per item. */
  readonly trackingNos: readonly string[];
  /** Present if a return label was requested. */
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
  /** The point at which the sender hands over the parcels, if the courier does not collect them at the address. */
  readonly servicePoint?: ServicePointAddress | undefined;
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
