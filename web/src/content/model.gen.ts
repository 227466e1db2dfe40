// Generated from internal/content/model.json; do not edit. Run: make generate

/** Sanitised markup of a field. The brand is for the compiler: no other text is shown as markup. */
export type RichText<Field extends string = string> = string & { readonly richText: Field };

export interface Languages {
  code: string;
  name: string | null;
  title: string | null;
  direction: string | null;
  flag: string | null;
  sort: number | null;
}

export interface DirectusFiles {
  id: string;
  storage: string | null;
  filename_disk: string | null;
  filename_download: string | null;
  title: string | null;
  type: string | null;
  filesize: string | null;
  width: number | null;
  height: number | null;
  /** What a crop keeps in view, in pixels from the left */
  focal_point_x: number | null;
  /** What a crop keeps in view, in pixels from the top */
  focal_point_y: number | null;
  description: string | null;
  /** How much larger or smaller than its edges a picture of a part is drawn, so that parts beside each other look equally large; 1 if absent. */
  optical_scale: number | null;
  metadata: unknown;
  uploaded_on: string | null;
  modified_on: string | null;
  translations?: FilesTranslations[];
  translations_languages?: string[];
}

export interface FilesTranslations {
  id: number;
  directus_files_id: string | DirectusFiles | null;
  languages_code: string | Languages | null;
  alt: string | null;
}

export interface Attributes {
  id: number;
  slug: string | null;
  sort: number | null;
  /** text or number: how values are compared and filtered */
  kind: string | null;
  /** Unit of the values, SI symbol such as mm or bar */
  unit: string | null;
  is_filter: boolean | null;
  translations?: AttributesTranslations[];
  translations_languages?: string[];
  values?: AttributeValues[];
}

export interface AttributesTranslations {
  id: number;
  attributes_id: number | Attributes | null;
  languages_code: string | Languages | null;
  name: string | null;
}

export interface AttributeValues {
  id: number;
  attribute: number | Attributes | null;
  value: string | null;
  /** The value as a number, where the attribute is of kind number */
  number: number | null;
  sort: number | null;
  translations?: AttributeValuesTranslations[];
  translations_languages?: string[];
}

export interface AttributeValuesTranslations {
  id: number;
  attribute_values_id: number | AttributeValues | null;
  languages_code: string | Languages | null;
  name: string | null;
}

export interface Tags {
  id: number;
  slug: string | null;
  title: string | null;
  translations?: TagsTranslations[];
  translations_languages?: string[];
  products?: ProductsTags[];
}

export interface TagsTranslations {
  id: number;
  tags_id: number | Tags | null;
  languages_code: string | Languages | null;
  title: string | null;
}

export interface Categories {
  id: number;
  slug: string | null;
  status: string;
  sort: number | null;
  parent: number | Categories | null;
  thumbnail: string | DirectusFiles | null;
  /** Leading standard of the family, as shown in the catalogue's lists */
  standard: string | null;
  /** Pressure ratings covered, for example 100–630 */
  pressure_range: string | null;
  childrens?: Categories[];
  translations?: CategoriesTranslations[];
  translations_languages?: string[];
  products?: ProductsCategories[];
}

export interface CategoriesTranslations {
  id: number;
  categories_id: number | Categories | null;
  languages_code: string | Languages | null;
  title: string | null;
  description: string | null;
  first_title: string | null;
  first_description: string | null;
  second_title: string | null;
  second_description: string | null;
  three_title: string | null;
  three_description: string | null;
  four_title: string | null;
  four_description: string | null;
  five_title: string | null;
  five_description: string | null;
  six_title: string | null;
}

export interface Products {
  id: number;
  slug: string | null;
  sku: string | null;
  status: string;
  sort: number | null;
  stock: number | null;
  /** simple, variation or bundle */
  product_type: string | null;
  price: string | null;
  date_created: string | null;
  date_updated: string | null;
  thumbnail: string | DirectusFiles | null;
  image: string | DirectusFiles | null;
  /** Dimension drawing as SVG, one per view. A group with data-k="slug of an attribute" belongs to that attribute, data-s is its symbol, a text with data-v shows the chosen size's value, a group with data-n is repeated that many times around the origin. */
  drawing: RichText<"products.drawing"> | null;
  translations?: ProductsTranslations[];
  translations_languages?: string[];
  categories?: ProductsCategories[];
  attributes?: ProductAttributes[];
  variations?: Variations[];
  bundle?: ProductsBundle[];
  tags?: ProductsTags[];
}

export interface ProductsTranslations {
  id: number;
  products_id: number | Products | null;
  languages_code: string | Languages | null;
  name: string | null;
  title: string | null;
  description: RichText<"products_translations.description"> | null;
  thumbnail: string | DirectusFiles | null;
  /** [{title, description}] */
  delivery_and_payment_list: unknown;
  gallery?: ProductsTranslationsFiles[];
  documentation_list?: ProductsDocuments[];
}

export interface ProductsTranslationsFiles {
  id: number;
  products_translations_id: number | ProductsTranslations | null;
  directus_files_id: string | DirectusFiles | null;
  sort: number | null;
}

export interface ProductsDocuments {
  id: number;
  products_translations_id: number | ProductsTranslations | null;
  sort: number | null;
  title: string | null;
  note: string | null;
  file: string | DirectusFiles | null;
}

export interface ProductsCategories {
  id: number;
  products_id: number | Products | null;
  categories_id: number | Categories | null;
  sort: number | null;
}

export interface ProductAttributes {
  id: number;
  product: number | Products | null;
  attribute: number | Attributes | null;
  sort: number | null;
  values?: ProductAttributesValues[];
  translations?: ProductAttributesTranslations[];
  translations_languages?: string[];
}

export interface ProductAttributesValues {
  id: number;
  product_attributes_id: number | ProductAttributes | null;
  attribute_values_id: number | AttributeValues | null;
  sort: number | null;
}

export interface ProductAttributesTranslations {
  id: number;
  product_attributes_id: number | ProductAttributes | null;
  languages_code: string | Languages | null;
  label: string | null;
}

export interface Variations {
  id: number;
  product: number | Products | null;
  sku: string | null;
  stock: number | null;
  price: string | null;
  sort: number | null;
  thumbnail: string | DirectusFiles | null;
  related_product: number | Products | null;
  translations?: VariationsTranslations[];
  translations_languages?: string[];
  gallery?: VariationsFiles[];
  attributes?: VariationAttributes[];
}

export interface VariationsTranslations {
  id: number;
  variations_id: number | Variations | null;
  languages_code: string | Languages | null;
  title: string | null;
}

export interface VariationsFiles {
  id: number;
  variations_id: number | Variations | null;
  directus_files_id: string | DirectusFiles | null;
  sort: number | null;
}

export interface VariationAttributes {
  id: number;
  variation: number | Variations | null;
  attribute: number | Attributes | null;
  value: number | AttributeValues | null;
  sort: number | null;
}

export interface ProductsBundle {
  id: number;
  products_id: number | Products | null;
  related_products_id: number | Products | null;
  /** Which variation of the product belongs to the set; empty where the product has none */
  related_variations_id: number | Variations | null;
  sort: number | null;
  quantity: number | null;
}

export interface ProductsTags {
  id: number;
  products_id: number | Products | null;
  tags_id: number | Tags | null;
  sort: number | null;
}

export interface Forms {
  id: number;
  slug: string | null;
  sort: number | null;
  status: string;
  translations?: FormsTranslations[];
  translations_languages?: string[];
}

export interface FormsTranslations {
  id: number;
  forms_id: number | Forms | null;
  languages_code: string | Languages | null;
  name: string | null;
  phone: string | null;
  email: string | null;
  description: string | null;
  first_line: string | null;
  second_line: string | null;
  agree: string | null;
  send: string | null;
  error: string | null;
  thanks: string | null;
  thanks_title: string | null;
  thanks_description: string | null;
  /** Older spelling of name; read where name is empty */
  form_name: string | null;
  /** Older spelling of phone; read where phone is empty */
  form_phone: string | null;
  /** Older spelling of email; read where email is empty */
  form_email: string | null;
  /** Older spelling of description; read where description is empty */
  form_description: string | null;
  /** Older spelling of first_line; read where first_line is empty */
  form_first_line: string | null;
  /** Older spelling of second_line; read where second_line is empty */
  form_second_line: string | null;
  /** Older spelling of agree; read where agree is empty */
  form_agree: string | null;
  /** Older spelling of send; read where send is empty */
  form_send: string | null;
  /** Older spelling of error; read where error is empty */
  form_error: string | null;
  /** Older spelling of thanks; read where thanks is empty */
  form_thanks: string | null;
  /** Older spelling of thanks_title; read where thanks_title is empty */
  form_thanks_title: string | null;
  /** Older spelling of thanks_description; read where thanks_description is empty */
  form_thanks_description: string | null;
}

export interface Link {
  id: number;
  title: string | null;
  slug: string | null;
  /** Opens the catalogue menu instead of navigating */
  is_catalog: boolean | null;
  translations?: LinkTranslations[];
  translations_languages?: string[];
}

export interface LinkTranslations {
  id: number;
  link_id: number | Link | null;
  languages_code: string | Languages | null;
  link_text: string | null;
  external_link: string | null;
}

export interface Menu {
  id: number;
  slug: string | null;
  status: string;
  links?: MenuLinks[];
}

export interface MenuLinks {
  id: number;
  menu_id: number | Menu | null;
  collection: string | null;
  item: number | string | Link | null;
  sort: number | null;
}

export interface Header {
  id: number;
  slug: string | null;
  /** Name of the site, as used in page titles */
  title: string | null;
  /** SVG or HTML markup */
  logo: RichText<"header.logo"> | null;
  menu: number | Menu | null;
  translations?: HeaderTranslations[];
  translations_languages?: string[];
}

export interface HeaderTranslations {
  id: number;
  header_id: number | Header | null;
  languages_code: string | Languages | null;
  cart: string | null;
  submit_text: string | null;
  language_text: string | null;
}

export interface Footer {
  id: number;
  slug: string | null;
  status: string;
  date_created: string | null;
  date_updated: string | null;
  /** [{text, languages_code?}] */
  address_list: unknown;
  /** [{text, link?, languages_code?}] */
  email_links: unknown;
  /** [{text, link?, languages_code?}] */
  phone_links: unknown;
  /** [{text, languages_code?}] */
  schedule_list: unknown;
  menu: number | Menu | null;
  categories?: FooterCategories[];
  translations?: FooterTranslations[];
  translations_languages?: string[];
}

export interface FooterCategories {
  id: number;
  footer_id: number | Footer | null;
  categories_id: number | Categories | null;
  sort: number | null;
}

export interface FooterTranslations {
  id: number;
  footer_id: number | Footer | null;
  languages_code: string | Languages | null;
  categories_title: string | null;
  menu_title: string | null;
  address_title: string | null;
  schedule_title: string | null;
  phone_title: string | null;
  email_title: string | null;
  copyright: string | null;
  imprint_text: string | null;
  privacy_text: string | null;
  cookie_text: string | null;
}

export interface Index {
  id: number;
  translations?: IndexTranslations[];
  translations_languages?: string[];
}

export interface IndexTranslations {
  id: number;
  index_id: number | Index | null;
  languages_code: string | Languages | null;
  offer_title: string | null;
  offer_description: RichText<"index_translations.offer_description"> | null;
  offer_specification_button_text: string | null;
  offer_specification_description: RichText<"index_translations.offer_specification_description"> | null;
  offer_image: string | DirectusFiles | null;
  /** [{label, value}] */
  offer_facts: unknown;
  categories_subtitle: string | null;
  categories_title: string | null;
  categories_description: string | null;
  categories_button: string | null;
  numbers_title: string | null;
  numbers_title_frist: string | null;
  numbers_title_second: string | null;
  /** [{id, value, subtitle}] */
  numbers_list: unknown;
  numbers_media: string | DirectusFiles | null;
  numbers_poster: string | DirectusFiles | null;
  popular_title: string | null;
  popular_subtitle: string | null;
  inter_title: string | null;
  /** [{title, latitude, longitude}] */
  inter_list: unknown;
  quality_title: string | null;
  quality_subtitle: string | null;
  quality_description: RichText<"index_translations.quality_description"> | null;
  quality_subdiscription: RichText<"index_translations.quality_subdiscription"> | null;
  quality_button_text: string | null;
  quality_button_link: string | null;
  quality_video: string | DirectusFiles | null;
  quality_img: string | DirectusFiles | null;
  quality_poster: string | DirectusFiles | null;
  quality_cite: string | null;
  clients_title: string | null;
  clients_subtitle: string | null;
  cta_title: string | null;
  cta_description: string | null;
  cta_button_text: string | null;
  cta_media: string | DirectusFiles | null;
  cta_form: number | Forms | null;
  cta_poster: string | DirectusFiles | null;
  categories_list?: IndexCategories[];
  popular_list?: IndexPopular[];
}

export interface IndexCategories {
  id: number;
  index_translations_id: number | IndexTranslations | null;
  categories_id: number | Categories | null;
  sort: number | null;
}

export interface IndexPopular {
  id: number;
  index_translations_id: number | IndexTranslations | null;
  products_id: number | Products | null;
  /** Which variation of the product is shown and put into the cart; without one a product with variations leads to its sizes */
  variations_id: number | Variations | null;
  sort: number | null;
}

export interface About {
  id: number;
  status: string;
  date_created: string | null;
  date_updated: string | null;
  translations?: AboutTranslations[];
  translations_languages?: string[];
}

export interface AboutTranslations {
  id: number;
  about_id: number | About | null;
  languages_code: string | Languages | null;
  about_title: string | null;
  about_subtitle: string | null;
  about_description: RichText<"about_translations.about_description"> | null;
  offer_title: string | null;
  offer_image: string | DirectusFiles | null;
  categories_main_title: string | null;
  categories_first_title: string | null;
  categories_first_description: RichText<"about_translations.categories_first_description"> | null;
  categories_second_title: string | null;
  categories_second_description: RichText<"about_translations.categories_second_description"> | null;
  categories_three_title: string | null;
  categories_three_description: RichText<"about_translations.categories_three_description"> | null;
  categories_four_title: string | null;
  categories_four_description: RichText<"about_translations.categories_four_description"> | null;
  clients_title: string | null;
  clients_subtitle: string | null;
  cta_title: string | null;
  cta_description: string | null;
  cta_button_text: string | null;
  cta_media: string | DirectusFiles | null;
  cta_form: number | Forms | null;
  numbers_title_frist: string | null;
  numbers_title_second: string | null;
  /** [{id, value, subtitle}] */
  numbers_list: unknown;
  numbers_media: string | DirectusFiles | null;
  numbers_poster: string | DirectusFiles | null;
  unite_main_title: string | null;
  unite_description: RichText<"about_translations.unite_description"> | null;
  unite_cite_title: string | null;
  unite_cite_image: string | DirectusFiles | null;
  unite_second_title: string | null;
  unite_second_description: RichText<"about_translations.unite_second_description"> | null;
  unite_video: string | DirectusFiles | null;
  unite_poster: string | DirectusFiles | null;
  unite_one: string | null;
  unite_two: string | null;
  unite_three: string | null;
  unite_four: string | null;
  why_ferrule_text: RichText<"about_translations.why_ferrule_text"> | null;
  about_slider?: AboutSliderFiles[];
  clients_list?: AboutClients[];
}

export interface AboutSliderFiles {
  id: number;
  about_translations_id: number | AboutTranslations | null;
  directus_files_id: string | DirectusFiles | null;
  sort: number | null;
}

export interface AboutClients {
  id: number;
  about_translations_id: number | AboutTranslations | null;
  collection: string | null;
  item: number | string | Clients | null;
  sort: number | null;
}

export interface Clients {
  id: number;
  title: string | null;
  image: string | DirectusFiles | null;
  sort: number | null;
  status: string;
}

export interface Support {
  id: number;
  status: string;
  date_created: string | null;
  date_updated: string | null;
  translations?: SupportTranslations[];
  translations_languages?: string[];
}

export interface SupportTranslations {
  id: number;
  support_id: number | Support | null;
  languages_code: string | Languages | null;
  title: string | null;
  docs_title: string | null;
  docs_description: string | null;
  docs_help: string | null;
  /** [{title, description, link, type?, size?}], size in bytes */
  docs_list: unknown;
  faq_title: string | null;
  /** [{title, description}] */
  faq_list: unknown;
  phone_title: string | null;
  phone_number: string | null;
  team_title: string | null;
  team_subtitle: string | null;
  team_title_second: string | null;
  team_description: string | null;
  team_image: string | DirectusFiles | null;
  form_title: string | null;
  form: number | Forms | null;
}

export interface Contacts {
  id: number;
  status: string;
  date_created: string | null;
  date_updated: string | null;
  translations?: ContactsTranslations[];
  translations_languages?: string[];
}

export interface ContactsTranslations {
  id: number;
  contacts_id: number | Contacts | null;
  languages_code: string | Languages | null;
  title: string | null;
  subtitle_first: string | null;
  contact_us_title: string | null;
  /** [{title, values, icon?}], values as text, array of texts or of {text, link}, or JSON text, icon by set and name (lucide:map-pin) */
  contact_us_list: unknown;
  image: string | DirectusFiles | null;
  form_title: string | null;
  form: number | Forms | null;
}

export interface Catalog {
  id: number;
  status: string;
  translations?: CatalogTranslations[];
  translations_languages?: string[];
}

export interface CatalogTranslations {
  id: number;
  catalog_id: number | Catalog | null;
  languages_code: string | Languages | null;
  title: string | null;
  cta_title: string | null;
  cta_description: string | null;
  cta_button_text: string | null;
  cta_media: string | DirectusFiles | null;
  catalog_form: number | Forms | null;
}

export interface Pages {
  id: number;
  slug: string | null;
  status: string;
  sort: number | null;
  translations?: PagesTranslations[];
  translations_languages?: string[];
}

export interface PagesTranslations {
  id: number;
  pages_id: number | Pages | null;
  languages_code: string | Languages | null;
  title: string | null;
  content: RichText<"pages_translations.content"> | null;
}

export interface Redirects {
  id: number;
  /** Path without language prefix */
  path: string | null;
  target: string | null;
  status_code: number | null;
  /** Allows a target on another host */
  is_external: boolean | null;
}

export interface Synonyms {
  id: number;
  /** Language of the word without a region, such as de; * for all languages */
  language: string;
  /** Word or phrase as buyers write it; inflections and upper case are found too */
  word: string;
  /** kind: what the part is; value: a size, pressure, material or property; standard: a designation */
  means: string;
  /** Kind: its path from general to special, such as flange/weld-neck. Value: technical texts separated by commas, such as 1.4401, 1.4404, or the name of a property such as zinc-plated. Standard: the designations that replaced it and what else it fixes, such as EN 1092-1 type 11, PN 16. Empty: the word has no meaning */
  target: string | null;
  /** Visitors see the first word of a target that the program brings no word for */
  sort: number | null;
}

export interface FormMessages {
  id: number;
  form: number | Forms | null;
  form_key: string | null;
  form_title: string | null;
  source: string | null;
  name: string | null;
  phone: string | null;
  email: string | null;
  subject: string | null;
  message: string | null;
  agree: boolean | null;
  meta: unknown;
  lines: unknown;
  language: string | null;
  page: string | null;
  reference: string | null;
  idempotency_key: string | null;
  date_created: string | null;
}

/** The record behind each collection's name. */
export interface Collections {
  languages: Languages;
  directus_files: DirectusFiles;
  files_translations: FilesTranslations;
  attributes: Attributes;
  attributes_translations: AttributesTranslations;
  attribute_values: AttributeValues;
  attribute_values_translations: AttributeValuesTranslations;
  tags: Tags;
  tags_translations: TagsTranslations;
  categories: Categories;
  categories_translations: CategoriesTranslations;
  products: Products;
  products_translations: ProductsTranslations;
  products_translations_files: ProductsTranslationsFiles;
  products_documents: ProductsDocuments;
  products_categories: ProductsCategories;
  product_attributes: ProductAttributes;
  product_attributes_values: ProductAttributesValues;
  product_attributes_translations: ProductAttributesTranslations;
  variations: Variations;
  variations_translations: VariationsTranslations;
  variations_files: VariationsFiles;
  variation_attributes: VariationAttributes;
  products_bundle: ProductsBundle;
  products_tags: ProductsTags;
  forms: Forms;
  forms_translations: FormsTranslations;
  link: Link;
  link_translations: LinkTranslations;
  menu: Menu;
  menu_links: MenuLinks;
  header: Header;
  header_translations: HeaderTranslations;
  footer: Footer;
  footer_categories: FooterCategories;
  footer_translations: FooterTranslations;
  index: Index;
  index_translations: IndexTranslations;
  index_categories: IndexCategories;
  index_popular: IndexPopular;
  about: About;
  about_translations: AboutTranslations;
  about_slider_files: AboutSliderFiles;
  about_clients: AboutClients;
  clients: Clients;
  support: Support;
  support_translations: SupportTranslations;
  contacts: Contacts;
  contacts_translations: ContactsTranslations;
  catalog: Catalog;
  catalog_translations: CatalogTranslations;
  pages: Pages;
  pages_translations: PagesTranslations;
  redirects: Redirects;
  synonyms: Synonyms;
  form_messages: FormMessages;
}

/** Collections whose reply is one record and not a list. */
export type Singleton = "index";
